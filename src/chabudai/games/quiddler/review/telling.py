"""Quiddler: review results as sentences.

A seat's account is followed by its costliest lays and challenges, each as a question and its
answer. Then come the challenges that it lost out of turn, and the cards that it fed to the next
player.
"""

from collections.abc import Iterable, Iterator, Sequence

from chabudai.core import Seat, SeatName, Telling, TellingFact, listed, telling
from chabudai.core.report import Moment, Part, Report, SeatReport, parts_of, tell_margin
from chabudai.core.text import spaced
from chabudai.games.quiddler.components.cards import Face
from chabudai.games.quiddler.review.hindsight import (
    Account,
    Doubted,
    Fed,
    Looked,
    Weighed,
    cost,
    loser,
    worth_of,
)
from chabudai.games.quiddler.solver import Layout
from chabudai.games.quiddler.state import Options
from chabudai.games.quiddler.view import View

MEANING = (
    "Words you may not know: points that rarer words would have made. Choices: points that "
    "familiar words would have made. Challenges: points lost in them. Luck: cards, bonuses and "
    "bluffs. Points that the others missed count for you."
)


def tell_looked(looked: Looked, view: View) -> Report:
    """Report each seat's account, its costliest moments, and the cards fed to the next player."""
    if not looked.accounts:
        return Report((), (telling("In the solo game there are no other scores to compare."),))
    accounts = tuple(tell_account(looked, view, account) for account in looked.accounts)
    return Report(accounts, (telling(MEANING),))


def tell_account(looked: Looked, view: View, account: Account) -> SeatReport:
    """Report how a seat's result came about, its costliest moments, and the cards fed to the next
    player.
    """
    return SeatReport(
        account.seat,
        (tell_margin(account.seat, account.margin, "{n} points"),),
        parts_of(
            account.margin,
            Part(telling("words you may not know"), account.words),
            Part(telling("choices"), account.choices),
            Part(telling("challenges"), account.challenges),
            Part(telling("luck"), account.luck),
        ),
        tuple(
            tell_lay(view, looked.lays[moment.at])
            if moment.kind == "lay"
            else tell_challenge(looked.challenges[moment.at])
            for moment in account.moments
        ),
        (
            *tell_out_of_turn(looked, account.seat),
            *tell_fed([one for one in looked.fed if one.seat == account.seat]),
        ),
    )


def tell_out_of_turn(looked: Looked, seat: Seat) -> Iterator[Telling]:
    """Report the challenges that a seat lost while it owed no move."""
    text = "Round {round}: {seat} challenged {word}, which is a word. It cost {n} {n|point|points}."
    for one in looked.challenges:
        if one.seat == loser(one) == seat and not one.in_turn:
            facts: dict[str, TellingFact] = {"round": one.round, "word": one.word, "n": one.loss}
            yield telling(text, seat=SeatName(seat), **facts)


def tell_fed(fed: Sequence[Fed]) -> Iterator[Telling]:
    """Report the cards that a seat fed to the next player, if any."""
    if fed:
        text = "Discards by {seat} that helped the next player: {cards}."
        cards = listed(telling("{card} for {word}", card=one.card, word=one.word) for one in fed)
        yield telling(text, seat=SeatName(fed[0].seat), cards=cards)


def tell_lay(view: View, lay: Weighed) -> Moment:
    """Report a lay that was not the best one."""
    facts: dict[str, TellingFact] = {
        "round": lay.round,
        "hand": spaced(lay.hand),
        "seat": SeatName(lay.seat),
        "n": lay.worth,
    }
    did, gain = tell_laid(lay), tell_gain(lay)
    if lay.words:
        question = telling(
            "Round {round}, with {hand}: {seat} laid {words}, {n} {n|point|points}. "
            "What was better?",
            **facts,
            words=spelt(lay.words),
        )
    else:
        question = telling(
            "Round {round}, with {hand}: {seat} laid nothing, {n} {n|point|points}. "
            "What was possible?",
            **facts,
        )
    return Moment(lay.at, lay.seat, question, tuple(tell_better(view, lay)), did, gain)


def tell_laid(lay: Weighed) -> Telling:
    """Report the words that were laid, and their value."""
    seat, n = SeatName(lay.seat), lay.worth
    if not lay.words:
        return telling("{seat} laid nothing, {n} {n|point|points}.", seat=seat, n=n)
    text = "{seat} laid {words}, {n} {n|point|points}."
    return telling(text, seat=seat, words=spelt(lay.words), n=n)


def tell_gain(lay: Weighed) -> Telling:
    """Report what the best layout would have gained."""
    better, n = lay.best or lay.known, cost(lay)
    if better is None or not better.words:
        return telling("Laying nothing would have been {n} {n|point|points} better.", n=n)
    text = "{words} would have been {n} {n|point|points} better."
    return telling(text, words=spelt(better.words), n=n)


def tell_better(view: View, lay: Weighed) -> Iterator[Telling]:
    """Report the best layouts, and the cost of the turn."""
    if lay.known is not None:
        said = tell_layout(view.options, lay.known)
        yield telling("With words as common as those laid, the best was {words}.", words=said)
    if lay.best is not None:
        yield telling(
            "With any words, the best was {words}.", words=tell_layout(view.options, lay.best)
        )
    yield telling("It cost {n} {n|point|points}.", n=cost(lay))


def tell_layout(options: Options, found: Layout) -> Telling:
    """Report words with their value."""
    n = worth_of(options, found)
    if not found.words:
        return telling("nothing, for {n} {n|point|points}", n=n)
    return telling("{words} for {n} {n|point|points}", words=spelt(found.words), n=n)


def tell_challenge(doubted: Doubted) -> Moment:
    """Report a challenge of a valid word."""
    text = "Round {round}: {seat} challenged {word}, which is a word. Was it worth it?"
    seat = SeatName(doubted.seat)
    return Moment(
        doubted.at,
        doubted.seat,
        telling(text, round=doubted.round, seat=seat, word=doubted.word),
        (
            tell_odds(doubted),
            telling("It cost {n} {n|point|points}.", n=doubted.loss),
        ),
        telling("{seat} challenged {word}.", seat=seat, word=doubted.word),
        tell_peace(doubted),
    )


def tell_odds(doubted: Doubted) -> Telling:
    """Report the probability that a word was invalid, as judged by a player who did not know it."""
    text = "By its letters, it was {odds} % likely to be no word. A challenge pays from {needed} %."
    return telling(text, odds=doubted.odds, needed=doubted.needed)


def tell_peace(doubted: Doubted) -> Telling:
    """Report the points lost by challenging a valid word."""
    text = "{word} is a word. Letting it stand saves {n} {n|point|points}."
    return telling(text, word=doubted.word, n=doubted.loss)


def spelt(words: Iterable[Iterable[Face]]) -> str:
    """Return words as letters, separated by spaces."""
    return spaced("".join(word) for word in words)
