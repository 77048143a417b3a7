/* Word Bank: the words that can place the most stones, and their paths. These are the loops of
 * paths.py in C, only for speed. paths.py has the documentation, and the results are identical.
 *
 * Built by tools/kernels.py if a C compiler is available, and called by kernel.py. Functions keep
 * no state between calls, so any thread may call them.
 */
#include <stdint.h>

enum { AHEAD = 6, MOST_LAPS = 14, LETTERS = 26, SIZES = 8, PATHS = 64 };

const uint32_t kernel_source = SOURCE; /* the checksum of the compiled file */

/* The laps that share a first letter. Bits 0 to 5 are the positions ahead, in visiting order. */
typedef struct {
    int32_t count, most;              /* number of laps, maximum of stones */
    uint8_t shows[LETTERS][MOST_LAPS]; /* positions that show a letter and are open */
    uint8_t closes[MOST_LAPS];        /* positions where a stone would close the safe */
    uint8_t starts_close[MOST_LAPS];  /* 1 if a stone on the start would */
    uint8_t again[MOST_LAPS];         /* 1 if an earlier lap has the same start */
} Laps;

static int bits(unsigned mask) {
    int count = 0;
    for (; mask; mask &= mask - 1) count++;
    return count;
}

/* The paths of a lap by their number of stones, 0 to 7. */
static void by_stones(uint64_t *sizes) {
    for (int size = 0; size < SIZES; size++) sizes[size] = 0;
    for (unsigned mask = 0; mask < PATHS; mask++) sizes[bits(mask) + 1] |= (uint64_t)1 << mask;
}

/* The paths that a word can take, by lap. Returns the position of its end. */
static int64_t reach(const Laps *laps, const uint8_t *text, int64_t at, uint64_t *paths) {
    for (int lap = 0; lap < laps->count; lap++) paths[lap] = 1;
    for (at++; text[at] != '\n'; at++) {
        const uint8_t *shows = laps->shows[text[at] - 'A'];
        for (int lap = 0; lap < laps->count; lap++) {
            uint64_t before = paths[lap], after = before;
            for (unsigned left = shows[lap], k = 0; left; left >>= 1, k++)
                if (left & 1) {
                    uint64_t below = ((uint64_t)1 << (1 << k)) - 1;
                    after |= (before & below) << (1 << k);
                }
            paths[lap] = after;
        }
    }
    return at;
}

/* The maximum number of stones that each word of a text can place, or 0. The number of words for
 * each maximum is added to `counts`. */
void kernel_sizes(const Laps *laps, const uint8_t *text, int64_t length, uint8_t *most,
                  int32_t *counts) {
    uint64_t sizes[SIZES], paths[MOST_LAPS];
    by_stones(sizes);
    for (int64_t at = 0, word = 0; at < length; at++, word++) {
        uint64_t any = 0;
        at = reach(laps, text, at, paths);
        for (int lap = 0; lap < laps->count; lap++) any |= paths[lap];
        int size = laps->most;
        while (size && !(any & sizes[size])) size--;
        most[word] = (uint8_t)size;
        counts[size]++;
    }
}

/* The words that can place at most `size` stones: the begin and end of each in the text, the number
 * of safes that it can close, and the path that does: 64 times the lap, plus the lap's path. */
void kernel_found(const Laps *laps, const uint8_t *text, int64_t length, const uint8_t *most,
                  int32_t size, int32_t *begins, int32_t *ends, uint8_t *closed,
                  uint16_t *path) {
    uint64_t sizes[SIZES], paths[MOST_LAPS];
    int64_t found = 0;
    by_stones(sizes);
    for (int64_t at = 0, word = 0; at < length; at++, word++) {
        int64_t begin = at;
        int best = -1;
        if (most[word] != size) {
            while (text[at] != '\n') at++;
            continue;
        }
        at = reach(laps, text, at, paths);
        for (int lap = 0; lap < laps->count; lap++) {
            uint64_t some = paths[lap] & sizes[size];
            if (laps->again[lap]) some &= ~(uint64_t)1;
            for (unsigned mask = 0; some; mask++, some >>= 1) {
                int closing = laps->starts_close[lap] + bits(mask & laps->closes[lap]);
                if (some & 1 && closing > best) {
                    best = closing;
                    path[found] = (uint16_t)(PATHS * lap + mask);
                }
            }
        }
        begins[found] = (int32_t)begin;
        ends[found] = (int32_t)at;
        closed[found++] = (uint8_t)best;
    }
}
