/* Word Bank: which words can place the most stones, and where. The loops of paths.py in C, for
 * speed alone: paths.py says what everything means, and the answers are the same.
 *
 * Built by tools/kernels.py where there is a C compiler, called by kernel.py. Nothing here keeps
 * anything between calls, so any thread may call.
 */
#include <stdint.h>

enum { AHEAD = 6, MOST_LAPS = 14, LETTERS = 26, SIZES = 8, PATHS = 64 };

const uint32_t kernel_source = SOURCE; /* the checksum of this file as it was compiled */

/* The laps of one first letter. Bits 0 to 5 are the positions ahead in the order they are met. */
typedef struct {
    int32_t count, most;              /* laps, and stones at most */
    uint8_t shows[LETTERS][MOST_LAPS]; /* where a lap shows a letter and is open */
    uint8_t closes[MOST_LAPS];        /* where a stone would close the safe */
    uint8_t starts_close[MOST_LAPS];  /* 1: one on the start would */
    uint8_t again[MOST_LAPS];         /* 1: the same start the other way round */
} Laps;

static int bits(unsigned mask) {
    int count = 0;
    for (; mask; mask &= mask - 1) count++;
    return count;
}

/* By stones, 0 to 7, the paths of a lap that take so many. */
static void by_stones(uint64_t *sizes) {
    for (int size = 0; size < SIZES; size++) sizes[size] = 0;
    for (unsigned mask = 0; mask < PATHS; mask++) sizes[bits(mask) + 1] |= (uint64_t)1 << mask;
}

/* By lap, the paths that a word can take; returns where it ends. */
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

/* The most stones that each word of a text can place, 0 for none; and how many words can place
 * each number at most, which are added to `counts`. */
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

/* The words that can place `size` stones at most: where each begins and ends in the text, how many
 * safes it can close with them, and on which path, 64 times the lap and the path of the lap. */
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
