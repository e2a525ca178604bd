# SCRATCH: to be replaced by the compiled module.
import numpy as np

from mjcore.errors import InvalidHandError
from mjcore.kernels import Form, is_win, waits
from mjcore.kernels.splitting import decompose

COLUMNS = (
    "kinds",
    "four",
    "suits",
    "before",
    "before2",
    "before3",
    "chows",
    "chows2",
    "chows3",
    "chows4",
    "chowkey",
    "pungs",
    "pungs2",
    "dark",
    "natural",
    "kongs_open",
    "kongs_dark",
    "pair",
    "free",
    "body",
    "form",
    "win",
    "wait",
    "sole",
    "sole_live",
    "open",
    "sets",
    "wilds",
    "shown3",
    "melded",
)
HAND_DTYPE = np.dtype(
    [
        ("counts", "u1", 34),
        ("wilds", "u1"),
        ("melds", [("type", "u1"), ("kind", "u1")], 5),
        ("flowers", "u1", 15),
    ]
)
NO_MELD = 255


def facts(counts, wilds, melds, tile, claimed, forms, columns):
    counts = list(counts)
    total = sum(counts) + wilds
    melds = [(melds[i], melds[i + 1]) for i in range(0, len(melds), 2)]
    before = counts[:]
    wb = wilds
    if total % 3 == 1:
        if tile < 0:
            raise InvalidHandError("a winning tile must be given for 3n + 1 tiles, got none")
        if tile == 34:
            wilds += 1
        else:
            counts[tile] += 1
    elif tile >= 0:
        if tile == 34:
            wb -= 1
        else:
            if not counts[tile]:
                raise InvalidHandError("the winning tile must be in the hand")
            before[tile] -= 1
    held = [0] * 34
    for t, k in melds:
        for x in (k, k + 1, k + 2) if t == 0 else (k,) * (3 if t == 1 else 4):
            held[x] += 1
    if any(c + h > 4 for c, h in zip(counts, held)):
        raise InvalidHandError("five alike")
    shown = [0] * 34
    for t, k in melds:
        if t != 4:
            for x in (k, k + 1, k + 2) if t == 0 else (k,) * (3 if t == 1 else 4):
                shown[x] += 1
    m = lambda f: sum(1 << i for i in range(34) if f(i))
    base = dict(
        before=m(lambda i: before[i] >= 1),
        before2=m(lambda i: before[i] >= 2),
        before3=m(lambda i: before[i] >= 3),
        kongs_open=m(lambda i: (2, i) in melds or (3, i) in melds),
        kongs_dark=m(lambda i: (4, i) in melds),
        win=0 if tile < 0 else 1 << tile,
        open=sum(t != 4 for t, _ in melds),
        sets=(sum(counts) + wilds) // 3 + len(melds),
        wilds=wilds,
        shown3=m(lambda i: shown[i] >= 3),
        melded=m(lambda i: held[i]),
        sole=0,
        sole_live=0,
    )
    if tile >= 0:
        base["sole"] = int(len(waits(bytes(before), wb, forms=Form(forms), copies=5)) == 1)
        base["sole_live"] = int(len(waits(bytes(before), wb, forms=Form(forms), held=bytes(held))) == 1)
    rows = []
    seen = set()

    def suits(k):
        return sum(
            (k >> s & w > 0) << i
            for i, (s, w) in enumerate(((0, 511), (9, 511), (18, 511), (27, 15), (31, 7)))
        )

    def emit(form, sets, pair, free, wait, darkless, reading):
        chows = sorted([k for t, k in melds if t == 0] + [s.kind for s in sets if s.type == "chow"])
        eff = held[:]
        for s in sets + ([pair] if pair else []):
            for x in s.tiles:
                eff[x] += 1
        if form in (2, 4):
            eff = counts
        pungs = [k for t, k in melds if t] + [s.kind for s in sets if s.type == "pung"]
        key = 0
        for c in reversed(chows):
            key = key << 5 | (c // 9 * 7 + c % 9 + 1)
        dark = m(
            lambda i: (
                (4, i) in melds or any(s.type == "pung" and s.kind == i and s is not darkless for s in sets)
            )
        )
        d = dict(
            base,
            form=form,
            kinds=m(lambda i: eff[i]),
            four=m(lambda i: eff[i] >= 4),
            chowkey=key,
            pungs=m(lambda i: i in pungs),
            pungs2=m(lambda i: pungs.count(i) > 1),
            dark=dark,
            natural=m(
                lambda i: (
                    any(t and k == i for t, k in melds)
                    or any(s.type == "pung" and s.kind == i and not s.wild for s in sets)
                )
            ),
            pair=(1 << pair.kind if pair else (1 << 34 if form in (1, 32) else 0)),
            free=free,
            wait=wait,
            body=sum(1 << x for s in sets if s.type == "straight" for x in s.tiles),
        )
        for n, nm in enumerate(("chows", "chows2", "chows3", "chows4")):
            d[nm] = m(lambda i: chows.count(i) > n)
        if form in (2, 4, 8, 16):
            d["pair"] = 0
        d["suits"] = suits(d["kinds"])
        r = tuple(d[c] if columns >> i & 1 else 0 for i, c in enumerate(COLUMNS))
        if r not in seen:
            seen.add(r)
            rows.append((*r, reading))

    if not is_win(bytes(counts), wilds, forms=Form(forms)):
        eff = [c + h for c, h in zip(counts, held)]
        d = dict(base, kinds=m(lambda i: eff[i]), four=m(lambda i: eff[i] >= 4), form=64)
        d["suits"] = suits(d["kinds"])
        return [(*[d.get(c, 0) if columns >> i & 1 else 0 for i, c in enumerate(COLUMNS)], b"")]
    for r in decompose(bytes(counts), wilds, forms=Form(forms), limit=100000):
        sets = list(r.sets)
        f = int(r.form)
        pair = r.pair
        if f in (2, 4):
            emit(f, [], None, r.free, 4 if tile >= 0 else 0, None, r)
            continue
        if f in (8, 16):
            emit(f, sets, pair, r.free, 0, None, r)
            continue
        if tile < 0:
            emit(f, sets, pair, r.free, 0, None, r)
            continue
        for s in sets + ([pair] if pair else []):
            if tile < 34 and tile not in s.natural:
                continue
            if tile == 34 and not s.wild:
                continue
            places = [
                i
                for i, x in enumerate(s.tiles)
                if (not s.wild >> i & 1 and x == tile) or (tile == 34 and s.wild >> i & 1)
            ]
            for p in places:
                w = 0
                if s.type == "chow":
                    k = s.kind % 9
                    w = 2 if p == 1 else (1 if (p == 2 and k == 0) or (p == 0 and k == 6) else 8)
                if s is pair:
                    w = 4
                emit(f, sets, pair, r.free, w, s if claimed and s.type == "pung" else None, r)
        if tile == 34 and r.free:
            emit(f, sets, pair, r.free, 0, None, r)
        if tile == 34 and r.free_pair:
            emit(f, sets, pair, r.free, 4, None, r)
    return rows


def reading_of(r):
    return r or None


def facts_many(hands, tiles, claimed, forms, columns):
    out = []
    owner = []
    bad = np.zeros(len(hands), bool)
    for i, h in enumerate(hands):
        ms = b"".join(bytes([int(t), int(k)]) for t, k in h["melds"] if t != 255)
        try:
            rs = facts(
                h["counts"].tobytes(), int(h["wilds"]), ms, int(tiles[i]), bool(claimed[i]), forms, columns
            )
        except ValueError:
            bad[i] = True
            continue
        for r in rs:
            out.append([r[j] for j in range(len(COLUMNS)) if columns >> j & 1])
            owner.append(i)
    n = bin(columns).count("1")
    return np.array(out, np.uint64).reshape(-1, n).T.copy(), np.array(owner, np.int64), bad
