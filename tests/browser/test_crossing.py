"""Two players act simultaneously: a command is in flight when the other player's move arrives."""

from playwright.sync_api import expect

from tests.browser import porter
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import gather
from tests.browser.player import Player
from tests.browser.quiddler import point, view_of
from tests.browser.serving import Serving
from tests.support.relay import NO_SERVER, Relay
from tools.fast_forward import moves_until

MOST_TABLES = 10


def end_of_a_round(host: Player, friend: Player) -> int:
    """Play until the first round is over and the bot has laid a word. Return the word's number."""
    people = (host, friend)
    for _ in range(MOST_TABLES):
        table = gather("quiddler", [host, friend], bots=1, turn_cap=1)
        host.hurry_bots()
        for each in people:
            moves = moves_until(point(1, "settling"))
            each.page.evaluate(f"(table) => {{ window.moved = ({moves})(table); }}", table)
        seqs = [each.page.evaluate("window.moved") for each in people]
        for each in people:
            each.caught_up(max(seqs))
        flags = host.page.locator("[data-challenge]")
        if flags.count():
            return int(flags.first.get_attribute("data-challenge") or -1)
    raise AssertionError(f"the bot has laid no word at {MOST_TABLES} tables")


def doubt(player: Player, word: int) -> None:
    player.get(f"challenge-{word}").click()
    expect(player.get("challenge-yes")).to_have_attribute("aria-disabled", "false")


def test_first_of_two_challenges_counts_and_ready_is_kept_meanwhile(
    server: Serving, newcomer: Newcomer
) -> None:
    with Relay(server.port) as relay:
        host, mika = newcomer(server.base), newcomer(relay.base, afresh=True)
        mika.excused.extend(NO_SERVER)
        word = end_of_a_round(host, mika)
        for each in (host, mika):
            doubt(each, word)
        relay.hold()
        mika.get("challenge-yes").click()
        host.get("challenge-yes").click()
        verdict = host.get(f"laid-{word}").locator(".verdict")
        expect(verdict).to_be_visible()
        relay.release()
        expect(mika.get("rule")).to_contain_text("QD-26")
        judged = view_of(mika).laid[word].verdict
        assert judged is not None
        assert judged.by == host.seat

        relay.hold()
        mika.get("ready").click()
        host.get("ready").click()
        expect(host.get("ready")).to_have_attribute("aria-disabled", "true")
        relay.release()
        for each in (host, mika):
            expect(each.get("round-result")).to_have_count(0)
            assert view_of(each).round == 2


def test_a_vote_handed_in_before_another_is_seen_counts(
    server: Serving, newcomer: Newcomer
) -> None:
    with Relay(server.port) as relay:
        host, mika = newcomer(server.base), newcomer(relay.base, afresh=True)
        mika.excused.extend(NO_SERVER)
        porter.sit_down(host, mika)
        host.hurry_bots()
        porter.reach_votes(host, mika)
        given = porter.give_votes(mika)
        porter.give_votes(host)
        for each in (host, mika):
            expect(each.get("confirm")).to_have_attribute("aria-disabled", "false")
        relay.hold()
        mika.get("confirm").click()
        porter.confirm(host)
        relay.release()
        for each in (host, mika):
            expect(each.get("ready")).to_be_visible()
            (played,) = porter.view_of(each).rounds
            assert played.votes[mika.seat or 0] == given
