# Distances where the player's own melds hold tiles that the hand would need: an exact search, suit by suit.
from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memset


cdef enum:
    MELDS = 6   # 0 to 5
    COSTS = 12  # without and with a pair
    FAR = 99    # NEVER of missing.pxd
    FEW = 17    # with so many kinds in melds a hand of 17 tiles has others for any of its sets


cdef inline bint may_matter(const uint8_t* counts, const uint8_t* held, int more) noexcept nogil:
    """Whether tiles in melds may change the distance of this hand, or of one with `more` tiles besides.

    They do where the best hand needs more copies of a kind than can be drawn. It never draws a whole
    set of a kind in melds, since there is an untouched kind unless melds hold very many, so what it draws joins
    tiles of the hand: a tile to a pair or pung of its kind, or to a chow with a neighbour. It draws two of a kind for
    a pung from a single tile or for two chows, and more only for three different chows.
    """
    cdef int kind, rank, left, own, near, melded = 0
    for kind in range(34):
        if held[kind] == 0:
            continue
        melded += 1
        own = counts[kind]
        left = 4 - held[kind] - own - more
        near = more
        if kind < 27:
            rank = kind % 9
            near += (counts[kind - 2] if rank > 1 else 0) + (counts[kind - 1] if rank > 0 else 0)
            near += (counts[kind + 2] if rank < 7 else 0) + (counts[kind + 1] if rank < 8 else 0)
        own += more
        if left <= 0 and (own or near) or left == 1 and (own or near > 1) or near > 2:
            return True
    return melded > FEW


cdef inline void group_costs(
    const uint8_t* counts, const uint8_t* held, int kinds, int most_melds, uint8_t* costs
) noexcept nogil:
    """The costs of a group, as far as so many melds, where no target exceeds what the melds leave of a kind."""
    # As tables/distance.py: pair, melds, and the chows that began one and two kinds before.
    cdef uint8_t best[2][MELDS][3][3]
    cdef uint8_t step[2][MELDS][3][3]
    cdef int kind, pair, melds, a, b, start, pungs, new_pair, target, cost, starts
    memset(best, FAR, sizeof(best))
    best[0][0][0][0] = 0
    for kind in range(kinds):
        memset(step, FAR, sizeof(step))
        starts = 3 if kinds == 9 and kind < 7 else 1
        for pair in range(2):
            for melds in range(most_melds + 1):
                for a in range(3):
                    for b in range(3):
                        if best[pair][melds][a][b] >= FAR:
                            continue
                        for start in range(starts):
                            for pungs in range(2):
                                for new_pair in range(2 - pair):
                                    target = a + b + start + 3 * pungs + 2 * new_pair
                                    if target + held[kind] > 4 or melds + start + pungs > most_melds:
                                        continue
                                    cost = best[pair][melds][a][b] + max(target - counts[kind], 0)
                                    if cost < step[pair + new_pair][melds + start + pungs][start][a]:
                                        step[pair + new_pair][melds + start + pungs][start][a] = cost
        best = step
    for pair in range(2):
        for melds in range(MELDS):
            costs[pair * MELDS + melds] = best[pair][melds][0][0]


cdef inline void join(uint8_t* costs, const uint8_t* others) noexcept nogil:
    """Add a group to the costs of the groups before it."""
    cdef uint8_t joined[COSTS]
    cdef int pair, melds, other_pair, other_melds, cost
    memset(joined, FAR, sizeof(joined))
    for pair in range(2):
        for melds in range(MELDS):
            for other_pair in range(2 - pair):
                for other_melds in range(MELDS - melds):
                    cost = costs[pair * MELDS + melds] + others[other_pair * MELDS + other_melds]
                    if cost < joined[(pair + other_pair) * MELDS + melds + other_melds]:
                        joined[(pair + other_pair) * MELDS + melds + other_melds] = cost
    for cost in range(COSTS):
        costs[cost] = joined[cost]


cdef inline int missing_exactly(const uint8_t* counts, const uint8_t* held, uint32_t melds) noexcept nogil:
    """Tiles missing for so many melds and a pair of what the melds leave."""
    cdef uint8_t costs[COSTS]
    cdef uint8_t others[COSTS]
    cdef int group
    group_costs(counts + 27, held + 27, 7, melds, costs)
    for group in range(3):
        group_costs(counts + 9 * group, held + 9 * group, 9, melds, others)
        join(costs, others)
    return costs[MELDS + melds]
