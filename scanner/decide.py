"""Decide what the elements say, what a person should look at, and how likely a total is wrong.

A polaroid repeats its cloud, a row's symbol follows from its numbers, the total from
everything: a reading that contradicts the rules is less likely, because most players
make few mistakes. But they do make some, so that the rules point and do not settle: ink that
is clear is never overruled, a coin flip of the ink stays a question, and a contradiction between
clear readings is the player's and is reported as it stands. A misread mark looks just like a
mistake, though: where another reading would mend it and a total hangs on it, a person is asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from scanner.calibration import BARE, calibrated
from scanner.habit import with_habits
from scanner.one_hand import misread_together
from scanner.reading import CORRECTED, INSTEAD, Reading, normalised
from scanner.scan import CONTRADICTED
from scanner.unseen import UNSEEN
from scanner.weigh import Group, JudgeValues, Scales
from templates.game import Value

DIGIT, LINE, DISAGREES = "digit-doubtful", "line-doubtful", "rules-disagree"
ODD, TICKED = "mark-odd", "line-struck"
"""Why a person is asked about a mark that is no proper one, and about what is struck or ticked."""
CLEAR = 0.98
"""From this chance on, ink is clear: the rules do not decide."""
PROMISE = 0.0015
"""A sheet on which a total is wrong with a greater chance is not ok.

So that the mean over ok sheets is below 1 in 10,000: 51 of 96 development photos are, with 6e-5.
"""
MOST, WORTH = 0.005, 0.0005
"""Up to the first a sheet may stay ok if no question left brings its risk down by the second.

Else a clean sheet with a dozen circles is asked about every one of them, all in vain.
"""
EXPLAINS = 0.5
"""If the answer to a question will move a total with this chance, what else might is not asked."""
SURE = 0.96
"""A digit that is less sure is asked about, whatever hangs on it."""
TWICE = 0.998
"""From this chance on two things at least would be wrong if a ticked object were struck out."""
SETTLED, ANEW = 0.995, 0.99
"""What a doubtful digit, and one that was written anew, may leave to harm."""
HARM, IDLE = 0.01, 0.9
"""A mark is asked about if the chance of harm is greater, or if it is less sure than this.

Harm is to be misread where a total or a problem hangs on it. Of five of 0.7 to 0.9 on which
nothing hung two were misread, on 306 development sheets.
"""
_MUCH = 0.1
"""If more of a sheet than this is hidden, what lies on it may look like marks anywhere."""
FLIP = {DIGIT: 0.8, "mark-faint": 0.6, "line-doubtful": 0.6, "count-doubtful": 0.6}
"""What the ink itself gives a smaller chance is asked about, whatever the rules say."""
LEANING, CONFIRMED = 0.6, 0.995
"""From this chance on ink leans to a digit; it is believed if it is so sure with the rules."""
SHADED = 0.95
"""Where part of a sheet cannot be seen, a digit that the ink gives a smaller chance is asked about.

The edge of the shadow that hides it may pass for a 1 elsewhere.
"""
_MUCH_DOUBT, CROWDED = 24, 0.85
"""So it is with more doubtful elements than this: misread ones confirm one another."""
_LEAST = 0.004
"""Readings of doubtful elements less likely than this are not considered."""
_LEAST_ALONE = 0.002
"""Others that leave less to another reading are not judged while nothing speaks against them."""
_SEVERAL, MISREAD = 2, 3e-5
"""Another digit that would mend so many things at once is never less likely than this.

Some hands write a 1 that looks like anybody's 7, and the network is sure of it.
"""
_PERHAPS = 2e-5
"""A less likely digit is not considered where it would mend one thing only."""
_UNNOTICED = {DIGIT: 0.002, "mark-faint": 0.01, LINE: 0.003, "count-doubtful": 0.002}
"""How likely a total is wrong and nothing looks odd if a clear element is misread.

Means of all elements of 56 Daydream and 15 score sheets, each judged with its second-best reading.
"""
_SOFTER = 0.4
"""The power to which chances are raised where ink is no proper mark."""
_MOST_CANDIDATES = 3
_MOST_DOUBTFUL = 48
_SWEEPS = 3


@dataclass(frozen=True)
class Decision:
    """What was decided about a sheet."""

    readings: Mapping[str, Reading]
    """Every element; one that a person should look at says ``why``."""
    stakes: Mapping[str, float]
    """For each element asked about: the chance that a total is wrong because of it."""
    rest: float
    """The chance that a total is wrong because of what nobody is asked about."""


def decide(readings: Mapping[str, Reading], judge: JudgeValues) -> Decision:
    """Weigh readings by ink and rules together, and choose the questions."""
    single = {element: calibrated(_open(reading)) for element, reading in readings.items()}
    inked = with_habits(single, judge)
    doubtful = [e for e, r in inked.items() if r.confidence < CLEAR]
    values = {element: reading.guess for element, reading in inked.items()}
    copied = frozenset(e for e, r in inked.items() if r.copied)
    # A page full of doubt goes to a person as it is: weighing it would take seconds.
    settled = doubtful if len(doubtful) <= _MOST_DOUBTFUL else []
    for _ in range(_SWEEPS):
        scales = Scales(values, judge, copied)
        groups = _together(inked, settled, scales)
        weighed = _weighed(inked, groups)
        values = values | {element: weighed[element].guess for element in settled}
        if values == scales.values:
            break
    alone = _alone(inked, settled, scales)
    groups, weighed = groups + alone, weighed | _weighed(inked, alone)
    kept = {e: r for e, r in inked.items() if e not in weighed or (e in doubtful and not settled)}
    stands = {e: _standing(r, scales.values[e]) for e, r in (weighed | kept).items()}
    return _asked(inked, stands, groups, misread_together(inked, scales), scales)


def _standing(reading: Reading, value: Value) -> Reading:
    """Keep what an element says on the board, whatever speaks against it: a person decides."""
    if reading.guess == value:
        return reading
    half = 0.5 / (1 - reading.chances[value])
    others = {v: chance * half for v, chance in reading.chances.items() if v != value}
    return replace(reading, chances={value: 0.5, **others})


def _open(reading: Reading) -> Reading:
    """Let the rules have more say about ink that is no proper mark, such as a scribble."""
    if not reading.why or reading.why == CORRECTED:
        return reading
    softened = {value: chance**_SOFTER for value, chance in reading.chances.items()}
    return replace(reading, chances=normalised(softened))


def _together(
    inked: Mapping[str, Reading], doubtful: Collection[str], scales: Scales
) -> list[Group]:
    """Weigh the doubtful ones, those together that have to do with each other."""
    together = {
        e: _fitting(inked[e], scales)
        if inked[e].why == UNSEEN
        else _likely(inked[e], scales.values[e], _LEAST)
        for e in doubtful
    }
    return scales.groups(together, _open_in(inked, scales))


def _fitting(reading: Reading, scales: Scales) -> dict[Value, float]:
    """Give what an element that cannot be seen may say, first what fits everything else.

    All of it is as likely by the ink. What does not fit is no evidence for marks elsewhere.
    """
    standing, chances = scales.values[reading.element], reading.chances
    odd = {v: len(scales.verdict({reading.element: v}).problems) for v in chances}
    others = sorted(odd.keys() - {standing}, key=lambda v: (odd[v], -chances[v], str(v)))
    return {v: chances[v] for v in (standing, *others[:_MOST_CANDIDATES])}


def _alone(inked: Mapping[str, Reading], doubtful: Collection[str], scales: Scales) -> list[Group]:
    """Weigh each of the others against the doubtful ones as they stand."""
    groups = []
    open_ = _open_in(inked, scales)
    evidence = bool(scales.standing.problems)
    suspects = open_.intersection(scales.suspects({})) if evidence else ()
    for element, reading in inked.items():
        if element in doubtful:
            continue
        clear = 1 - reading.confidence < _LEAST_ALONE
        mending = _mending(reading, scales) if element in suspects else {}
        # Else a clear digit is no other one; a clear blank may be a mark that cannot be seen.
        if not mending and clear and (reading.doubt == DIGIT or not evidence):
            continue
        likely = _likely(reading, scales.values[element], 0.0, 1 if clear else 2) | mending
        if reading.doubt == LINE:  # a pen that cannot be seen may have drawn all of it
            whole = _whole(reading)
            likely[whole] = reading.chances[whole]
        groups.append(scales.alone(element, likely, open_, _hidden(reading, likely)))
    return groups


def _mending(reading: Reading, scales: Scales) -> dict[Value, float]:
    """Give what a clear digit may be where that would mend what is odd about the sheet."""
    element, standing = reading.element, scales.values[reading.element]
    now = scales.standing.problems
    # Quick: what stays a problem without the digit, or with the next best, is none of its own.
    if all(now <= scales.verdict({element: v}).problems for v in (None, reading.runner_up)):
        return {}
    found: dict[Value, float] = {}
    for value, chance in reading.chances.items():
        if value in (None, standing) or (len(now) < _SEVERAL and chance < _PERHAPS):
            continue
        mended = len(now) - len(scales.verdict({element: value}).problems)
        if mended >= _SEVERAL:
            found[value] = max(chance, MISREAD)
        elif mended and chance >= _PERHAPS:
            found[value] = chance
    return found


def _hidden(reading: Reading, likely: Iterable[Value]) -> list[Value]:
    """Say what a mark may be more than was seen; clear ink does not come from nothing."""
    if reading.doubt == DIGIT or 1 - reading.confidence <= 2 * BARE:
        return []  # or there is no trace of any pen
    if isinstance(reading.guess, str):
        return []
    seen = int(reading.guess or 0)
    return [v for v in likely if v and (isinstance(v, str) or int(v) > seen)]


def _open_in(inked: Mapping[str, Reading], scales: Scales) -> frozenset[str]:
    """Name the elements with ink that is a digit, if it is anything."""
    return frozenset(
        e
        for e, r in inked.items()
        if r.doubt == DIGIT and not r.why and scales.values[e] is not None
    )


def _likely(
    reading: Reading, standing: Value, least: float, most: int = _MOST_CANDIDATES
) -> dict[Value, float]:
    """Give what an element may well say, what it says on the board among it."""
    by_chance = sorted(reading.chances, key=lambda value: -reading.chances[value])
    others = [v for v in by_chance if reading.chances[v] >= least and v != standing][:most]
    return {v: reading.chances[v] for v in (standing, *others)}


def _weighed(inked: Mapping[str, Reading], groups: Iterable[Group]) -> dict[str, Reading]:
    found = {}
    for group in groups:
        for element in group.elements:
            chances = {**dict.fromkeys(inked[element].chances, 0.0), **group.chances(element)}
            found[element] = replace(inked[element], chances=chances)
    return found


def _asked(
    inked: Mapping[str, Reading],
    weighed: Mapping[str, Reading],
    groups: list[Group],
    hands: list[Group],
    scales: Scales,
) -> Decision:
    group_of = {element: group for group in groups for element in group.elements}
    unseen = sum(r.why == UNSEEN for r in inked.values()) / max(len(inked), 1)
    is_crowded = sum(r.confidence < CLEAR for r in inked.values()) > _MUCH_DOUBT
    shaded = SHADED if unseen else CROWDED if is_crowded else 0.0
    idle = CLEAR if unseen > _MUCH else IDLE
    asked = {
        e: why
        for e, r in weighed.items()
        if (why := _why(inked[e], r, scales.values[e], group_of.get(e), shaded, idle))
    }
    for element in scales.standing.contradicted:
        if element not in asked or (inked[element].confidence >= CLEAR and not inked[element].why):
            asked[element] = CONTRADICTED
    for element in sorted(scales.standing.wanting - asked.keys()):
        asked[element] = DISAGREES
    stakes, left, risks = dict.fromkeys(asked, 0.0), [], []
    groups = [*groups, *hands]
    for group in groups:
        known: list[str] = []
        for element in (e for e in group.elements if e in asked):
            stakes[element] = max(stakes[element], _fall(group, known, element))
            known.append(element)
        left.append(known)
        risks.append(group.risk(known))
    # The questions that bring the risk down most come first.
    while (rest := _risk(risks)) > PROMISE:
        number = risks.index(max(risks))
        group, known = groups[number], left[number]
        element = max(
            (e for e in group.elements if e not in known), key=lambda e: _fall(group, known, e)
        )
        fall = _fall(group, known, element)
        if fall < WORTH and (rest <= MOST or max(stakes.values(), default=0.0) > EXPLAINS):
            break
        stakes[element] = fall
        asked[element] = DISAGREES if scales.standing.problems else weighed[element].doubt
        known.append(element)
        risks[number] = group.risk(known)
    readings = {
        e: r if r.why == asked.get(e, "") else replace(r, why=asked.get(e, ""))
        for e, r in weighed.items()
    }
    unjudged = (
        _UNNOTICED[r.doubt] * (1 - r.confidence) for e, r in weighed.items() if e not in group_of
    )
    return Decision(readings, stakes, _risk([rest, *unjudged]))


def _why(
    inked: Reading, weighed: Reading, says: Value, group: Group | None, shaded: float, idle: float
) -> str:
    """Say why an element is asked about whatever its stake is, if it is."""
    surely = SETTLED if group is None or group.risk() else CLEAR
    # Where a part of a sheet cannot be seen, what hides it may look like a cross elsewhere.
    is_odd = inked.why == ODD or (inked.why == INSTEAD and not shaded)
    if is_odd and says and says == inked.guess and weighed.confidence >= surely:
        return ""  # odd ink beside a mark, and everything else on the sheet says the same
    if is_odd and group and not group.harm(weighed.element):
        return "" if weighed.confidence >= IDLE else inked.why  # nothing hangs on it
    if inked.why == TICKED and says == _whole(inked) and weighed.confidence >= TWICE:
        return ""  # a tick: everything fits with all of its lines, and nothing without them
    if inked.why == CORRECTED:
        leans = says == inked.guess and inked.confidence >= LEANING
        return "" if leans and _is_sure(weighed, group, ANEW) else CORRECTED
    if inked.why:
        return inked.why
    flip = FLIP[inked.doubt]
    if says == inked.guess and weighed.confidence >= CONFIRMED:
        flip = min(flip, LEANING)
    if shaded and inked.doubt == DIGIT and says is not None:
        flip = shaded
    if inked.chances[says] < flip:
        return inked.doubt if says == inked.guess else DISAGREES
    clear = inked.confidence >= CLEAR
    if inked.doubt == DIGIT:
        asked = not _is_sure(weighed, group, 0.0 if clear else SETTLED)
    else:
        asked = _harm(weighed, group) > HARM or weighed.confidence < idle
    return (DISAGREES if clear else inked.doubt) if asked else ""


def _is_sure(weighed: Reading, group: Group | None, harmless: float) -> bool:
    """Whether a digit is sure enough, and surer still where something hangs on it.

    To read a digit where none is written, such as one that was rubbed out, is always harm.
    """
    nothing = 0.0 if weighed.guess is None else weighed.chances.get(None, 0.0)
    harm = max(_harm(weighed, group), nothing)
    return weighed.confidence >= SURE and harm <= 1 - harmless


def _whole(reading: Reading) -> Value:
    """Give the most lines that an object can have."""
    return max(reading.chances, key=lambda value: int(value or 0))


def _harm(weighed: Reading, group: Group | None) -> float:
    return group.harm(weighed.element) if group else 1 - weighed.confidence


def _fall(group: Group, known: Collection[str], element: str) -> float:
    """By how much the risk of a group falls if an element is known as well."""
    before, after = group.risk([*known]), group.risk([*known, element])
    return max(0.0, 1 - (1 - before) / (1 - after)) if after < 1 else 0.0


def _risk(risks: Iterable[float]) -> float:
    """Give the chance of any of several mishaps that have nothing to do with each other."""
    fine = 1.0
    for risk in risks:
        fine *= 1 - risk
    return 1 - fine
