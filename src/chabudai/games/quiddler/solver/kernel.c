/* Quiddler: the words that a hand can lay, and the best of them. These are the loops of cover.py in
 * C, only for speed. cover.py has the documentation, and the results are identical, even in ties.
 *
 * Built by tools/kernels.py if a C compiler is available, and called by kernel.py. Functions keep
 * no state between calls, so any thread may call them.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST = 11, SIZE = 1 << MOST, LETTERS = 21, WORDS = 6 };

const uint32_t kernel_source = SOURCE; /* the checksum of the compiled file */

/* A Cover: lists by mask with 1 << cards items each, and two lists of masks in ascending order. */
typedef struct {
    int32_t cards, word_count, reached_count;
    uint64_t keys[SIZE];
    uint16_t points[SIZE], words[SIZE], reached[SIZE];
    uint8_t letters[SIZE], longest[SIZE];
    int8_t most[SIZE];
} Cover;

typedef struct {
    double longest[LETTERS], most[WORDS];
} Bonus;

typedef struct {
    double value;
    int32_t mask, discard; /* a position, or -1 for none */
} Lay;

/* A dictionary's keys with open addressing: `last` + 1 slots, a power of two. 0 is a free slot. */
void kernel_gather(const uint64_t *keys, int32_t count, uint64_t *slots, uint64_t last) {
    for (int32_t i = 0; i < count; i++) {
        uint64_t at = keys[i] & last;
        while (slots[at]) at = (at + 1) & last;
        slots[at] = keys[i];
    }
}

static int is_word(uint64_t key, const uint64_t *slots, uint64_t last) {
    for (uint64_t at = key & last; slots[at]; at = (at + 1) & last)
        if (slots[at] == key) return 1;
    return 0;
}

/* The sums of the cards' keys, points and letters, by mask. */
void kernel_sum(Cover *cover, const uint64_t *keys, const uint16_t *points,
                const uint8_t *letters) {
    cover->keys[0] = cover->points[0] = cover->letters[0] = 0;
    for (int place = 0; place < cover->cards; place++)
        for (int rest = 0, bit = 1 << place; rest < bit; rest++) {
            cover->keys[bit | rest] = cover->keys[rest] + keys[place];
            cover->points[bit | rest] = cover->points[rest] + points[place];
            cover->letters[bit | rest] = cover->letters[rest] + letters[place];
        }
}

/* The masks that form a word with a card of key `more`, or alone if `more` is 0. */
int32_t kernel_find(const Cover *cover, uint64_t more, const uint64_t *slots, uint64_t last,
                    uint16_t *found) {
    int32_t count = 0;
    for (int mask = 0; mask < 1 << cover->cards; mask++)
        if (is_word(cover->keys[mask] + more, slots, last)) found[count++] = mask;
    return count;
}

/* The most words and the longest word of each mask, and the masks that can be laid. */
void kernel_reach(Cover *cover) {
    int size = 1 << cover->cards, top = 1;
    int8_t *most = cover->most;
    uint8_t *longest = cover->longest;
    memset(most, -1, size);
    memset(longest, 0, size);
    most[0] = 0;
    for (int i = 0; i < cover->word_count; i++) {
        int word = cover->words[i];
        uint8_t letters = cover->letters[word];
        while (top * 2 <= word) top *= 2;
        int free = (top - 1) & ~word; /* no card above the word's: each way comes once */
        for (int rest = free;; rest = (rest - 1) & free) {
            if (most[rest] >= 0) {
                int mask = rest | word;
                uint8_t length = longest[rest] > letters ? longest[rest] : letters;
                if (most[mask] <= most[rest]) most[mask] = most[rest] + 1;
                if (longest[mask] < length) longest[mask] = length;
            }
            if (!rest) break;
        }
    }
    cover->reached_count = 0;
    for (int mask = 0; mask < size; mask++)
        if (most[mask] >= 0) cover->reached[cover->reached_count++] = mask;
}

/* The bonuses of the best way to lay a mask. `first` is set to its longest word, or 0 if empty. */
static double first_word(const Cover *cover, int mask, const Bonus *bonus, int *first) {
    double best = -INFINITY;
    *first = 0;
    for (int i = 0; i < cover->word_count; i++) {
        int word = cover->words[i];
        if (word & ~mask || cover->most[mask ^ word] < 0) continue;
        int letters = cover->letters[word];
        double value = bonus->longest[letters] + bonus->most[cover->most[mask ^ word] + 1];
        if (value > best || (value == best && letters > cover->letters[*first])) {
            best = value;
            *first = word;
        }
    }
    return *first ? best : bonus->longest[0] + bonus->most[0];
}

/* An upper bound on the value of laying a mask, and the discard. -INFINITY if not allowed. */
static double promise(const Cover *cover, int mask, const uint8_t *discards, int32_t count,
                      const Bonus *bonus, int *discard) {
    int worth = 2 * cover->points[mask] - cover->points[(1 << cover->cards) - 1];
    *discard = -1;
    if (count) {
        int at = 0;
        while (at < count && mask >> discards[at] & 1) at++;
        if (at == count) return -INFINITY;
        *discard = discards[at];
        worth += cover->points[1 << *discard];
    }
    return worth + bonus->longest[cover->longest[mask]] + bonus->most[cover->most[mask]];
}

static int size_of(int mask) {
    int size = 0;
    for (; mask; mask &= mask - 1) size++;
    return size;
}

/* The best way to lay at least `fewest` cards. Returns 0 if none exists. */
int32_t kernel_best(const Cover *cover, const uint8_t *discards, int32_t count, int32_t fewest,
                    const Bonus *bonus, Lay *lay) {
    double values[SIZE];
    int8_t places[SIZE];
    uint8_t settled[SIZE] = {0};
    int size = 1 << cover->cards;
    int plain = bonus->longest[0] == bonus->longest[LETTERS - 1] ||
                bonus->most[0] == bonus->most[WORDS - 1];
    for (int mask = 0; mask < size; mask++) {
        int place = -1;
        values[mask] = cover->most[mask] < 0 || size_of(mask) < fewest
                           ? -INFINITY
                           : promise(cover, mask, discards, count, bonus, &place);
        places[mask] = place;
    }
    for (;;) {
        int top = 0, first;
        for (int mask = 1; mask < size; mask++)
            if (values[mask] > values[top] ||
                (values[mask] == values[top] && cover->points[mask] >= cover->points[top]))
                top = mask;
        if (values[top] == -INFINITY) return 0;
        if (plain || settled[top]) {
            *lay = (Lay){values[top], top, places[top]};
            return 1;
        }
        double promised = bonus->longest[cover->longest[top]] + bonus->most[cover->most[top]];
        values[top] = values[top] - promised + first_word(cover, top, bonus, &first);
        settled[top] = 1;
    }
}

/* The words of the best way to lay a mask, the longest first. Returns their number. */
int32_t kernel_way(const Cover *cover, int32_t mask, const Bonus *bonus, uint16_t *words) {
    int first;
    int32_t count = 0;
    first_word(cover, mask, bonus, &first);
    if (!first) return 0;
    words[count++] = first;
    mask ^= first;
    while (mask) {
        int i = 0, top = 1;
        while (top * 2 <= mask) top *= 2;
        while (cover->words[i] < top || cover->words[i] & ~mask ||
               cover->most[mask ^ cover->words[i]] != cover->most[mask] - 1)
            i++;
        words[count++] = cover->words[i];
        mask ^= cover->words[i];
    }
    return count;
}
