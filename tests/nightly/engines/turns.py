"""A turn in each game, taken with keyboard and mouse in a browser of any engine."""

from collections.abc import Callable

from chabudai.games.kakapo.components.board import SIDE, normalized
from chabudai.games.kakapo.view import View as KakapoView
from chabudai.games.quiddler.view import View as QuiddlerView
from chabudai.games.word_bank.solver import best_passwords
from chabudai.games.word_bank.view import View as WordBankView
from chabudai.games.word_porters.view import View as WordPortersView
from tests.browser.kakapo_player import Square, best_place, squares_named
from tests.browser.quiddler import best_for
from tests.nightly.engines.engine import Seat


def take_turn(seat: Seat, game: str) -> None:
    told = seat.told
    TURNS[game](seat, told["view"]["phase"]["type"])
    seat.await_after(told["seq"])


def at_word_bank(seat: Seat, _: str) -> None:
    seat.engine.press(best_passwords(seat.view(WordBankView), seat.number, 1)[0].word)
    seat.can("say-it")
    seat.engine.press("Enter")


def at_quiddler(seat: Seat, phase: str) -> None:
    """Draw, then go out if possible. In the last lap, lay the best words."""
    match phase:
        case "drawing":
            seat.engine.tap("draw-deck")
        case "settling":
            seat.can("ready")
            seat.engine.tap("ready")
        case _:
            lay(seat)


def lay(seat: Seat) -> None:
    view = seat.view(QuiddlerView)
    layout = best_for(view, seat.number)
    last = view.last is not None
    words = layout.words if last or not layout.left else ()
    assert layout.discard
    seat.engine.press("Escape")
    for at, word in enumerate(words):
        spell(seat, at, word)
    hand = view.hands[seat.number]
    assert isinstance(hand, tuple)
    seat.engine.press(("-" if "X" in hand else "x") + layout.discard)
    seat.engine.wait_for(f'[data-testid=discard-slot][data-card="{layout.discard}"]')
    name = "last" if last else "go-out" if words else "discard"
    seat.can(name)
    seat.engine.tap(name)


def spell(seat: Seat, at: int, word: tuple[str, ...]) -> None:
    """Type a word, and press Tab until it uses the right cards."""
    seat.engine.press("".join(word))
    row = f'[data-testid="word-{at}"]'
    seat.engine.wait_for(f'{row}[data-word="{"".join(word)}"]')
    cards = (
        "(row) => [...document.querySelectorAll(row + ' .card')].map((card) => card.dataset.face)"
    )
    for _ in range(8):
        if seat.engine.evaluate(cards, row) == list(word):
            break
        seat.engine.press("Tab")
    assert seat.engine.evaluate(cards, row) == list(word), word
    seat.engine.press(" ")


def at_word_porters(seat: Seat, phase: str) -> None:
    """Put a porter on the first free hint word, or vote with the lowest free numbers."""
    match phase:
        case "hinting":
            place = seat.told["legal"][0]
            half = f"hint-{place['card']}-{place['word']}"
            if seat.engine.get(f"[data-testid={half}]", "aria-pressed") != "true":
                seat.engine.tap(half)
            seat.can("put")
            seat.engine.tap("put")
        case "voting":
            vote(seat)
        case _:
            seat.can("ready")
            seat.engine.tap("ready")


def vote(seat: Seat) -> None:
    view = seat.view(WordPortersView)
    others = [other for other in range(len(view.scores)) if other != seat.number]
    numbers = [number for number in range(1, 11) if number != view.identities[seat.number]]
    for other, number in zip(others, numbers, strict=False):
        seat.engine.tap(f"turn-to-{other}")
        seat.engine.tap(f"word-{number}")
        seat.engine.wait_for(f'[data-testid="ballot-{other}"] .vote-tile')
    seat.can("confirm")
    seat.engine.tap("confirm")


def at_kakapo(seat: Seat, phase: str) -> None:
    """Play the last legal card, take the offered selection, and place the piece well."""
    match phase:
        case "revealing":
            reveal(seat, seat.told["legal"])
        case "selecting":
            select(seat)
        case _:
            place(seat)


def select(seat: Seat) -> None:
    """Take the offered selection, and place its piece, if any, in the best position."""
    seat.can("select")
    pieces = seat.engine.get('.tile[aria-checked="true"]', "data-pieces")
    stuck = seat.engine.count('.tile[aria-checked="true"] .tile-stuck')
    seat.engine.press("Enter")
    if not pieces or stuck:
        return
    seat.engine.wait_for(GHOST)
    seat.engine.press("G")
    seat.engine.wait_for(f"{GHOST}[data-legal=true]")
    selected = seat.told["seq"] + 1
    seat.engine.press("Enter")
    seat.await_after(selected)


def reveal(seat: Seat, legal: list[dict[str, str]]) -> None:
    card = [action["card"] for action in legal if action["type"] == "reveal"][-1]
    raised = f'.card[data-card="{card}"][aria-pressed=true]'
    if not seat.engine.count(raised):
        seat.engine.click(f'.card[data-card="{card}"]')
        seat.engine.wait_for(raised)
    seat.can("reveal")
    seat.engine.tap("reveal")


def place(seat: Seat) -> None:
    """Turn, flip and move the piece with the keyboard, then place it."""
    answer = best_place(seat.view(KakapoView), seat.number)
    wanted = frozenset[Square](divmod(cell, SIDE) for cell in answer.cells)
    seat.engine.wait_for(GHOST)
    if len(covered(seat)) != len(wanted):
        seat.engine.press("P")
    for key in "RRRFRRRR":
        if normalized(covered(seat)) == normalized(wanted):
            break
        seat.engine.press(key)
    for line, back, on in ((0, "ArrowUp", "ArrowDown"), (1, "ArrowLeft", "ArrowRight")):
        far = min(square[line] for square in wanted)
        far -= min(square[line] for square in covered(seat))
        for _ in range(abs(far)):
            seat.engine.press(on if far > 0 else back)
    assert covered(seat) == wanted
    seat.engine.wait_for(f"{GHOST}[data-legal=true]")
    seat.engine.press("Enter")


GHOST = "[data-testid=ghost]"


def covered(seat: Seat) -> frozenset[Square]:
    return squares_named(seat.engine.get(GHOST, "data-squares"))


TURNS: dict[str, Callable[[Seat, str], None]] = {
    "word-bank": at_word_bank,
    "quiddler": at_quiddler,
    "word-porters": at_word_porters,
    "kakapo": at_kakapo,
}
