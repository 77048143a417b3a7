"""Word Porters on the page: a whole round, a whole game in two languages, and a spectator."""

import re
from itertools import cycle
from pathlib import Path

from playwright.sync_api import expect

from chabudai.games.word_porters.components import ROUNDS, word_on
from chabudai.games.word_porters.questions import Review
from chabudai.games.word_porters.state import Place
from tests.browser import porter
from tests.browser.fixtures import Newcomer
from tests.browser.gathering import move
from tests.browser.player import PHONE, Player
from tests.browser.report_section import look_back, open_report

MOST_STEPS = 200
LAST_VOTES = f"view.round === {ROUNDS} && view.phase.type === 'voting'"


def by_address(player: Player, place: Place) -> None:
    """Type the letter of the card and the number of its word, then Enter."""
    player.page.keyboard.type("ABCDEFGHIJKL"[place.card])
    expect(player.page.locator("button.half:focus")).to_have_attribute(
        "data-half", re.compile(f"^{place.card}-")
    )
    player.page.keyboard.type(str(place.word + 1))
    half = player.get(f"hint-{place.card}-{place.word}")
    expect(half).to_have_attribute("aria-pressed", "true")
    expect(half).to_be_focused()
    expect(player.get("put")).to_have_attribute("aria-disabled", "false")
    player.page.keyboard.press("Enter")


def by_touch(player: Player, place: Place) -> None:
    player.get(f"hint-{place.card}-{place.word}").tap()
    expect(player.get("put")).to_have_attribute("aria-disabled", "false")
    player.get("put").tap()


def hints_shown(player: Player) -> None:
    """Check that each hint word on the page has the same porters as in the update."""
    placed = {f"{each.card}-{each.word}": each.tokens for each in porter.view_of(player).placed}
    for half in player.page.locator(".half[data-half]").all():
        numbers = map(str, placed.get(half.get_attribute("data-half") or "", ()))
        expect(half.locator(".hint-token text")).to_have_text([*numbers])


def rest_shown(player: Player) -> None:
    """Check that the revealed round is the round that was played."""
    finished = porter.view_of(player).rounds[-1]
    for seat, number in enumerate(finished.identities):
        result = player.get(f"result-{seat}")
        expect(result.locator(".result-who .disc")).to_have_text(str(number))
        expect(result.locator(".gain b")).to_have_text(f"+{finished.points[seat]}")
        hits = [own[seat] == number for own in finished.votes].count(True)
        guessed = finished.points[seat] - hits
        parts = rf"^({hits}\sfound, {guessed}\sguessed|当てられて{hits}、当てて{guessed})$"
        expect(result.locator(".gain small")).to_have_text(re.compile(parts))
        expect(result.locator(".guess.hit")).to_have_count(hits)
        placed = [each for each in finished.placed if each.seat == seat]
        expect(result.locator(".trail .hint-token")).to_have_count(len(placed))


def look_back_on_a_round(player: Player) -> None:
    """Check a round's review: my votes have a bar for each word, and hints have bars for their own
    word and some others. The text names the least bad of the remaining hints.
    """
    view = porter.view_of(player)
    finished, reviewed = view.rounds[-1], porter.GAME.ask(view, 0, Review(1))
    player.get("review-0").locator("summary").first.click()
    mine = player.page.locator(".review-votes").first.locator(".vote-bars")
    expect(mine).to_have_count(len(finished.votes) - 1)
    for bars in mine.all():
        expect(bars.locator("svg rect.bar-right")).to_have_count(1)
        expect(bars.locator("svg:not(.token) rect")).to_have_count(10)
        expect(bars).to_contain_text(re.compile("likely|possible"))
    expect(player.page.locator(".hint-bars")).to_have_count(len(finished.placed))
    expect(player.page.locator(".hint-bar.taken")).to_have_count(len(finished.placed))
    expect(player.page.locator(".hint-bars .note")).to_have_count(len(reviewed.least_bad))


def opens_and_covers_the_word(player: Player) -> None:
    """Check that my word is visible if others are bots, and a tap or a key hides and shows it."""
    number = porter.identity_of(player)
    word = word_on(porter.view_of(player).words[number - 1], "en")
    peek, mine = player.get("peek"), player.page.locator(".word-card.mine")
    told = f"Your word is {number}, {word}."
    expect(mine).to_contain_text(word)
    expect(peek).to_have_accessible_name(f"{told} tap to hide it")
    peek.click()
    expect(mine).to_have_count(0)
    expect(peek).to_have_accessible_name("My word: tap to see it")
    player.reload()
    expect(peek).to_have_attribute("aria-expanded", "false")
    expect(mine).to_have_count(0)
    player.page.keyboard.press("p")
    expect(mine).to_contain_text(word)
    player.await_heard("now", told)
    peek.focus()
    player.page.keyboard.press("Enter")
    expect(peek).not_to_contain_text(word)


def test_a_round_is_played_by_mouse_keyboard_and_touch_before_a_spectator(come: Newcomer) -> None:
    player, watcher = come(has_touch=True), come(viewport=PHONE)
    player.open()
    player.get("play-word-porters").click()
    player.at_table()
    player.hurry_bots()
    assert player.seat == 0
    watcher.open(player.page.url)
    opens_and_covers_the_word(player)
    hands = cycle((porter.put, by_address, by_touch))
    for _ in range(MOST_STEPS):
        porter.await_next(player)
        if not player.get("put").count():
            break
        hints_shown(player)
        place, seq = porter.free_places(player)[-1], player.seq
        next(hands)(player, place)
        player.caught_up(seq + 1)
        mine = [each for each in porter.view_of(player).placed if each.seat == 0]
        assert (mine[-1].card, mine[-1].word) == (place.card, place.word)

    own = porter.identity_of(player)
    first, second = [number for number in range(1, 11) if number != own][-2:]
    player.page.keyboard.type(f"{first % 10}{second % 10}")
    expect(player.get("ballot-2").locator(".vote-tile")).to_have_count(1)
    watcher.await_seq(player.seq)
    assert not any(porter.view_of(watcher).identities)
    for action in ("peek", "put", "confirm", "ballots"):
        expect(watcher.get(action)).to_have_count(0)
    assert porter.printed(watcher) == porter.printed(player)
    player.reload_alike("[data-testid=ballots]", ".words .face", ".hints .face")
    expect(player.get("ballot-1").locator(".vote-tile")).to_have_count(1)
    hints_shown(player)
    porter.confirm(player)
    player.get("ready").wait_for()
    assert porter.view_of(player).rounds[0].votes[0] == (0, first, second)
    watcher.get("round-sheet").wait_for()
    for each in (player, watcher):
        rest_shown(each)
    expect(watcher.get("ready")).to_have_count(0)
    expect(player.get("status")).to_contain_text(str(porter.view_of(player).scores[0]))

    look_back_on_a_round(player)

    player.get("ready").click()
    expect(player.get("round")).to_contain_text("2")
    porter.await_next(player)
    assert porter.view_of(player).round == 2


def test_a_whole_game_is_played_in_two_languages(come: Newcomer, tmp_path: Path) -> None:
    aki = come(locale="ja-JP", viewport=PHONE)
    ben = come()
    table = porter.sit_down(aki, ben)
    aki.hurry_bots()
    word = ben.page.locator(".word-card.mine")
    expect(word).to_have_count(0)
    ben.get("peek").click()
    expect(word).to_have_count(1)
    ben.page.evaluate("dispatchEvent(new Event('blur'))")
    expect(word).to_have_count(0)

    reloaded = False
    for _ in range(MOST_STEPS):
        turn = porter.next_due(aki, ben)
        if turn.over:
            break
        if porter.view_of(turn).round == 2:  # rounds like the first one
            move([aki, ben], table, LAST_VOTES)
        elif turn.get("put").count():
            place = porter.free_places(turn)[0]
            porter.put(turn, place)
        elif turn.get("confirm").count():
            assert porter.printed(aki) == porter.cards_in(aki, "ja")
            assert porter.printed(ben) == porter.cards_in(ben, "en")
            taken = turn.page.locator("button.half").first
            taken.click()
            expect(turn.get("status")).to_have_text(re.compile("put porter|をヒント|に置きました"))
            porter.give_votes(turn)
            if reloaded:
                porter.confirm(turn)
                continue
            # The reason would reveal the bot's word, so the page does not offer to ask for it yet.
            assert ben.page.locator(".why").count() == 0
            ben.reload()
            reloaded = True
            ben.page.keyboard.press("Control+Enter")
            expect(ben.get("status")).to_contain_text("First guess")
            porter.confirm(aki)  # a vote that does not change Ben's status line
            ben.await_after(aki.seq - 1)
            expect(ben.get("status")).to_contain_text("First guess")
        else:
            rest_shown(turn)
            expect(ben.page.locator(".why")).not_to_have_count(0)
            told = re.findall(r"\+(\d+)", turn.get("status").inner_text())
            points = porter.view_of(turn).rounds[-1].points[turn.seat or 0]
            assert sum(map(int, told[:2])) == points, "for my word and for my guesses"
            turn.get("ready").click()
            expect(turn.get("ready")).to_have_count(0)
    assert reloaded
    for each in (aki, ben):
        expect(each.get("end-table")).to_be_visible()
        assert len(porter.view_of(each).rounds) == ROUNDS
        expect(each.page.locator(".score-track")).to_have_count(1)
    scores = porter.view_of(aki).scores
    assert scores == porter.view_of(ben).scores
    for seat, score in enumerate(scores):
        for each in (aki, ben):
            expect(each.get(f"end-{seat}").locator(".sum")).to_have_text(str(score))
    best, second, *_ = sorted(scores, reverse=True)
    margin = f"{best - second} point" if best > second else "share the win"
    assert re.search("[ぁ-ん]", aki.get("verdict").inner_text())
    expect(ben.get("verdict")).to_contain_text(margin)
    assert ben.seat is not None
    others = [score for seat, score in enumerate(scores) if seat != ben.seat]
    look_back(ben, scores[ben.seat] - sum(others) / len(others))
    open_report(aki)
    looked_back = aki.get("report").text_content() or ""
    assert re.search("「[^」A-Za-z]+」", looked_back)
    assert not re.search("「[A-Za-z]", looked_back)

    ben.page.locator("li", has_text=" voted.").locator(".why").first.click()
    expect(ben.get("why-said").first).to_contain_text(re.compile("hints? by you points? to "))
    assert tuple(ben.verified(tmp_path)["outcome"]["scores"]) == scores


HEARD_DURING_THE_REVEAL = """
window.early = [];
new MutationObserver(([{ target }]) => {
  const heard = target.textContent;
  if (heard.includes("So far") && document.querySelector(".revealing")) early.push(heard);
}).observe(document.getElementById("log"), { childList: true });
"""


def test_the_reveal_goes_from_player_to_player_until_a_key_ends_it(come: Newcomer) -> None:
    player = come(reduced_motion="no-preference")
    porter.set_table(player, "easy", "easy", "easy")
    player.hurry_bots()
    porter.play_hints(player)
    porter.give_votes(player)
    player.page.evaluate(HEARD_DURING_THE_REVEAL)
    # Enter on a number that was chosen hands in the votes.
    player.page.locator(".word-card.taken").last.press("Enter")
    revealing = player.page.locator(".revealing")
    expect(revealing.locator(".result:not(.coming)")).to_have_count(1)
    expect(revealing.locator("button")).to_have_count(0)
    player.get("bar-advice").press("Enter")
    player.get("ready").wait_for()
    rest_shown(player)
    found = [text for text in player.log() if "had " in text]
    assert len(found) == 1
    assert found[0].count(" had ") == len(porter.view_of(player).scores)
    player.await_heard("log", "So far")
    assert player.page.evaluate("early") == []
    with player.stepping():
        player.get("ready").click()
    assert "'advised'" not in str(player.told)
