"""The chain of daily deals, and days without a deal."""

from dataclasses import replace
from datetime import date
from hashlib import sha256

import msgspec
import pytest

from chabudai.core import CHANCE, Extras, Rng
from chabudai.core.deal import (
    DAILY,
    FIRST,
    NoDeal,
    check_deal,
    compare,
    day_at,
    day_named,
    deal_of,
    expert_game,
    link,
    par_of,
)
from chabudai.core.transcript import Corrupt, Entry, Transcript, replayed
from chabudai.games import GAMES

DAY = date(2026, 11, 24)
GAME = GAMES["quiddler"]


def test_the_chain_and_the_keys_are_the_published_ones() -> None:
    assert link(FIRST) == sha256(b"chabudai daily deal").digest()
    assert link(date(2026, 1, 2)) == sha256(link(FIRST)).digest()
    assert link(DAY).hex() == "c7b017bce022f2b25b139d5ed39a64cc8c218cc569c39452c732535034163b4d"
    key = "bb539a8344c57b6089b337cbd61923d89bdaa423ebfb822da9381c1ed0d7f07c"
    assert deal_of(GAME, DAY).key.hex() == key
    assert deal_of(GAME, DAY).key == sha256(link(DAY) + b"quiddler").digest()
    digest = sha256(bytes.fromhex(key) + b"chance\nshuffle").digest()
    stream = deal_of(GAME, DAY).stream("chance", "shuffle")
    assert stream.bits() == Rng(int.from_bytes(digest[:8])).bits()
    # A day begins at midnight, UTC.
    assert (day_named("2026-11-24", DAY), day_named("2026-01-01", DAY)) == (DAY, FIRST)
    midnight = 1_795_478_400_000
    assert (day_at(midnight), day_at(midnight - 1)) == (DAY, date(2026, 11, 23))


def test_a_day_or_game_without_a_deal_is_refused_in_a_sentence() -> None:
    for day, why in (
        *(
            (day, f"There is no day {day}; a day is written YYYY-MM-DD.")
            for day in ("2026-02-30", "20261124", "2026-W48-2", "today", "")
        ),
        ("2026-11-25", "2026-11-25 lies ahead: its deal can be played from that day on, by UTC."),
        ("2025-12-31", "The daily deals began on 2026-01-01."),
    ):
        with pytest.raises(NoDeal) as none:
            day_named(day, DAY)
        assert str(none.value) == why
        with pytest.raises(NoDeal, match=r"Quiddler has no daily deal\."):
            deal_of(replace(GAME, extras=Extras()), DAY)


def test_a_recorded_deal_is_compared_with_par() -> None:
    deal = deal_of(GAME, DAY)
    expert = expert_game(deal)
    stop = Entry(0, msgspec.Raw(b'{"type":"stop"}'))
    stopped = Transcript(expert.header, (expert.entries[0], stop))
    even, worse = (compare(deal, replayed(GAME, played)) for played in (expert, stopped))
    assert (even.against, even.result) == (0, par_of(deal))
    assert (worse.against, worse.day) == (-1, "2026-11-24")
    named = msgspec.structs.replace(expert.header, daily="2026-11-24")
    assert DAILY.run(GAME, replayed(GAME, Transcript(named, expert.entries))) == even
    with pytest.raises(Corrupt, match="not a daily deal"):
        DAILY.run(GAME, DAILY.prepare(GAME, expert))


def test_a_deal_with_other_cards_or_another_table_is_refused() -> None:
    deal = deal_of(GAME, DAY)
    played = replayed(GAME, expert_game(deal))
    check_deal(deal, played)
    other = replayed(GAME, expert_game(deal_of(GAME, date(2026, 11, 23))))
    with pytest.raises(Corrupt, match=r"not the cards of the daily deal of 2026-11-24\.") as found:
        check_deal(deal, other)
    assert (found.value.at, other.transcript.entries[0].seat) == (0, CHANCE)
    options = msgspec.Raw(msgspec.json.encode(GAME.options(lexicon="expert", solo="columns")))
    header = msgspec.structs.replace(played.transcript.header, options=options)
    changed = Transcript(header, played.transcript.entries)
    with pytest.raises(Corrupt, match=r"not the table of the daily deal of 2026-11-24\."):
        check_deal(deal, played._replace(transcript=changed))
