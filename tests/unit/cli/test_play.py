"""`chabudai play` and `learn`: played by typing, as with a pipe or a screen reader."""

import re
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from chabudai.core import CHANCE, Rng, Seat
from chabudai.core.rulebook import LANGUAGES
from chabudai.games import GAMES
from chabudai.games.word_bank.moves import sample
from chabudai.games.word_bank.state import Action, Say
from chabudai.games.word_bank.view import Doubt, View
from tests.support.game_cases import CASES, Case, a_start, walk
from tests.unit.cli.support import CTRL_C, here

BANK = ("play", "word-bank", "--seed", "3", "--option", "first_player=0")
PATIENT = "pass\n" * 200
BOXES = re.compile(r"[\x00-\x09\x0b-\x1f│─┌┐└┘█]")


def test_a_whole_game_is_played_to_its_end() -> None:
    done = here("play", "word-bank", "--seats", "3", "--seed", "3", typed=PATIENT)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "Word Bank: you, Tanuki (normal), Kitsune (normal)."
    assert any(" placed the last stone. Stones left: " in line for line in lines)
    review = lines[lines.index("The game is over.") :]
    assert any(line.startswith("Answer: Of words as common as those said, ") for line in review)
    assert lines[-1] == "The seed was 3."
    assert not BOXES.search(done.out)


def test_a_person_can_win_words_and_stones(tmp_path: Path) -> None:
    file = str(tmp_path / "game.jsonl")
    ring = re.findall(r"^(\d) ([A-Z]):", here(*BANK, typed="quit\n").out, re.MULTILINE)
    assert [int(place) for place, _ in ring] == list(range(1, 8))
    line = " ".join(f"{letter}3" for _, letter in ring)
    best = here("solve", "word-bank", "--ring", line, "--top", "1", "--json").document["best"][0]
    played = here(*BANK, "--transcript", file, typed=f"{best['word'].lower()}\nquit\n").out
    assert f"You said {best['word']}: {best['stones']} stones on " in played
    assert here("verify", file, "--json").document["ok"] is True


def test_bad_lines_are_answered_and_change_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    odd = [b"", b"zzz", b"5 3 2", b"bogus bogus", b"\xff\xfe", b"\x00", b"A" * 10000, b"say"]
    odd += [b"yes", b"\xe3\x83\x9d", b"{0}", b"%s", b"rules WB-99", b"quit", b""]
    done = here(*BANK, "--transcript", str(file), typed=b"\n".join(odd))
    assert (done.code, done.err) == (0, "")
    assert "> Not allowed: Your word starts with Z, but no safe shows Z. Rule WB-7." in done.out
    assert "> Type a word, such as SAFE, or pass." in done.out
    assert "> Not allowed: Use only the letters A to Z. Rule" in done.out
    assert "> There is no rule WB-99." in done.out
    assert "> No word is that long." in done.out
    assert here("verify", str(file), "--json").document["moves"] == 1


def test_kk_a21_bots_agree_when_the_person_gives_up(tmp_path: Path) -> None:
    file = str(tmp_path / "mission.jsonl")
    args = ("play", "kakapo", "--seats", "3", "--seed", "3", "--transcript", file)
    done = here(*args, typed="concede\n")
    assert (done.code, done.err) == (0, "")
    *_, stars, seed = done.out.splitlines()
    assert seed == "The seed was 3."
    assert "of 5 stars." in stars
    assert "You have left" not in done.out
    end, _, review = done.out.partition("Reviewing the game …\n")
    assert end.endswith("Everybody has voted to give up.\n")
    assert "A way to win with open hands, from round 1 on:\n1: " in review
    assert here("verify", file, "--json").document["outcome"] is not None
    again = here("play", "--resume", file).out
    assert "Everybody has voted to give up." in again
    resumed = again.partition("Reviewing the game …\n")[2]
    assert resumed.splitlines()[:-1] == review.splitlines()[:-1]


def test_the_table_the_log_and_the_rules_are_printed_on_demand() -> None:
    out = here(*BANK, typed="?\nhelp\nlog\ntable\nhand\nrules\nRules wb-14\nquit\n").out
    assert out.count("WORD: say it, and place as many stones as you can.") == 2
    assert out.count("rules WB-1 shows one") == 2
    assert out.count("The circle, clockwise:\n") == 3
    assert len(re.findall(r"The safes are [A-Z ]+, clockwise\. You will start\.", out)) == 2
    assert "\n== Placing the stones\nWB-14 " in out
    assert out.count("\nWB-14 ") + out.count("> WB-14 ") == 2
    assert out.endswith("You have left the game before its end.\nThe seed was 3.\n")
    assert "rules QD-1 shows one" in here("play", "quiddler", "--seed", "3", typed="?\n").out


def test_commands_are_understood_in_wide_letters_and_in_japanese() -> None:
    alike = (
        ("?", "？", "ｈｅｌｐ", "ヘルプ"),
        ("table", "Ｔａｂｌｅ", "hand ", "テーブル", "手札"),
        ("rules", "ｒｕｌｅｓ", "ルール"),
        ("rules wb-14", "ｒｕｌｅｓ　ＷＢ－１４", "ルール １４", "rules 14", "rules wbー14"),
        ("hint", "ｈｉｎｔ", "ﾋﾝﾄ", "アドバイス"),
        ("why", "なぜ"),
        ("log", "ログ"),
    )
    plain = "".join(f"{lines[0]}\n" * len(lines) for lines in alike)
    varied = "".join(f"{line}\n" for lines in alike for line in lines)
    ended = here(*BANK, typed=f"{plain}quit\n").out
    for leave in ("\ufeffquit", "qu\u200bit", "ｑｕｉｔ", "終了", "exit", "bye", "q", ":q"):
        assert here(*BANK, typed=f"{varied}{leave}\n").out == ended
        varied = plain


def test_advice_says_more_each_time_and_starts_over_with_each_move() -> None:
    out = here(*BANK, typed="hint\nadvice\nHint\nhint\nquit\n").out
    *_, look, closer, best, again = (part.partition("\n> You")[0] for part in out.split("> ")[:5])
    (first,) = re.findall(r"^Look for a word that begins with (.)\.\n$", look)
    ((length, last),) = re.findall(r"^It has (\d+) letters, and its last stone is on (.)", closer)
    assert best == again
    found = re.findall(r"The best is: (\w+) on ([A-Z ]+)\.\n\1 places \d stones\.", best)
    ((word, letters),) = found
    assert (word[0], str(len(word)), letters[-1]) == (first, length, last)
    fresh = here(*BANK, typed=f"hint\nhint\n{word}\nhint\nquit\n").out
    assert fresh.count("It has") == 1
    assert fresh.count("> Look") == 2


def test_bots_explain_their_moves_since_the_last_turn() -> None:
    out = here(*BANK, typed="why\npass\nWhy\nquit\n").out
    early, late = out.split("> ")[1:4:2]
    assert early.startswith("There is nothing to explain")
    word = re.findall(r"^Tanuki said (\w+):", out, re.MULTILINE)[0]
    assert late.startswith(f"Tanuki: Best word I found: {word}, ")
    japanese = here(*BANK, "--lang", "ja", typed="pass\nwhy\nquit\n").out
    assert f"ことばは「{word}」です。石を" in japanese
    silent = here("play", "kakapo", "--seed", "3", typed="why\nquit\n").out
    assert "This game is played in silence: afterwards, " in silent


def test_end_of_input_ends_the_game_politely(tmp_path: Path) -> None:
    for typed in ("", "pass\n", "quit"):
        file = str(tmp_path / f"{typed.strip()}.jsonl")
        done = here("play", "word-bank", "--transcript", file, typed=typed)
        assert done.code == 0
        newline = "" if typed == "quit" else "\n"
        assert f"> {newline}You have left the game before its end.\n" in done.out
        assert here("verify", file, "--json").document["outcome"] is None


def test_everything_is_printed_in_japanese() -> None:
    out = here(*BANK, "--lang", "ja", typed="?\nzzz\nhmm hmm\nパス\n" + PATIENT).out
    assert "あなた" in out
    assert "できません。" in out
    assert out.count("たぬき「おなかを") == 1
    typed = re.compile("pass|yes|quit|rules|table|say|hint|Not")
    english = [line for line in out.splitlines() if re.search(r"[a-z]{4,}", line)]
    assert [line for line in english if not typed.search(line)] == []


def test_names_seats_and_levels_follow_the_arguments() -> None:
    args = ("--seat", "1", "--bots", "easy,expert", "--names", "Mia,,Bo {1}")
    out = here("play", "word-bank", *args, typed="table\n").out
    assert out.startswith("Word Bank: Mia (easy), you, Bo {1} (expert).\n")
    assert "Stones in front: Mia " in out
    assert ", Bo {1} " in out
    alone = here("play", "quiddler", "--option", "solo=columns", typed="").out
    assert alone.splitlines()[0] == "Quiddler: you."


def test_after_a_move_only_changes_are_printed() -> None:
    out = here(*BANK, typed="tan\n").out
    _, before, after = out.split("> ")[0], *out.split("\nYour turn. ")[:2]
    assert all(f"\n{place} " in before for place in range(1, 8))
    said = after.split("> ", 1)[1].splitlines()
    assert said[0] == "You said TAN: 3 stones on T1, A2 and N6."
    told = [line for line in said if line.startswith("Tanuki said ")]
    stones = re.findall(r"\b([A-Z])(\d)\b", f"{said[0]} {told[0]}")
    changed = sorted({f"{place} {letter}" for letter, place in stones})
    assert [line[:3] for line in said[2:]] == changed
    assert "Stones in front" not in after


def test_wb_a19_a_person_passes_when_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = count(0, 15)
    monkeypatch.setattr("chabudai.cli.play.monotonic", lambda: float(next(ticks)))
    for clock, typed in (("10", "table"), ("20", "pass"), ("off", "pass")):
        out = here(*BANK, "--option", f"turn_clock={clock}", typed=f"{typed}\n").out
        assert ("Time is up." in out) == (clock == "10")
        assert "You passed." in out


def test_wb_a18_a_person_is_asked_for_their_vote(monkeypatch: pytest.MonkeyPatch) -> None:
    def say_nonsense(view: View, seat: Seat, rng: Rng) -> Action:
        if isinstance(view.phase, Doubt):
            return sample(view, seat, rng)
        return Say(f"{view.ring[0].safe.letter}QQX", "clockwise", (0,))

    game = replace(GAMES["word-bank"], bots={"normal": lambda _persona: say_nonsense})
    monkeypatch.setitem(GAMES.imported, "word-bank", game)
    options = ("--option", "first_player=1", "--option", "word_vote=true")
    out = here("play", "word-bank", *options, typed="safe\nno\n").out
    assert "QQX. Do you accept it? Type yes or no." in out
    assert "> Not allowed: First vote on " in out
    assert "did not accept it: you no." in out


def test_porters_are_put_on_words_which_are_listed_once_a_round() -> None:
    args = ("play", "word-porters", "--seed", "3", "--bots", "easy")
    out = here(*args, typed="B2\nI1\nA2\nvote 1 2\nready\nquit").out
    assert "> You put porter 1 on Art." in out
    assert "Tanuki put porter 1 on " in out
    assert not re.search(r" on [A-L][12]\.", out)
    assert re.search(r"Tanuki had number \d+ [a-z ]+\.", out)
    first, second = re.split(r"Round 2 of 4\. \w+ will start\.", out)
    assert first.count("Words: ") == 2  # at the first turn and for the vote
    assert second.count("Words: ") == 1
    assert len(re.findall("^A1 ", first, re.MULTILINE)) == 1


GUIDES = [(game, name) for game in GAMES for name in GAMES[game].extras.guides]
POINTING = re.compile(r"\b(tap|press|button)\b|押|ボタン", re.IGNORECASE)
"""Words that only make sense to readers of a guide on a page."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "name"), GUIDES)
def test_each_guide_is_completed_by_the_lines_that_its_lessons_name(
    game: str, name: str, lang: str
) -> None:
    guide = GAMES[game].extras.guides[name]
    typed = [lesson.typed for lesson in guide.lessons[:-1]]
    done = here("learn", game, name, "--lang", lang, typed="".join(f"{line}\n" for line in typed))
    assert (done.code, done.err) == (0, "")
    lesson, line = {"en": ("Lesson {}", "Type: "), "ja": ("レッスン{}", "打つ行：")}[lang]
    read = [row for row in done.out.splitlines() if row.startswith(line)]
    assert read == [f"{line}{each}" for each in typed]
    _, rest = done.out.split(guide.translations(guide.title)[lang], 1)
    for number, each in enumerate(guide.lessons, 1):
        text = guide.translations(each.terminal or each.text)[lang]
        assert not POINTING.search(text)
        before, rest = rest.split(text, 1)
        assert lesson.format(number) in before.splitlines()[-1]
    others = [other for other in GAMES[game].extras.guides if other != name]
    assert all(f"chabudai learn {game} {other}" in rest for other in others)
    assert f"\nchabudai play {game}" in rest


def test_a_line_that_is_not_the_lesson_is_answered_and_changes_nothing() -> None:
    typed = "\nhello\ntake\ndiscard q\ndraw\ndiscard a\nhint\ndiscard z\n?\nlog\nquit\n"
    done = here("learn", "quiddler", typed=typed)
    assert (done.code, done.err) == (0, "")
    out = done.out
    assert "> Type draw or take. A question mark shows what else there is.\nType: draw\n" in out
    other = "> The rules allow that; this lesson is about something else.\nType: "
    assert out.count(f"{other}draw\n") == 1
    assert out.count(f"{other}discard Z\n") == 1
    assert "> Not allowed: " in out
    assert out.count("Lesson 2 of 9: ") == 2
    assert "hint (or lesson) says the lesson again." in out
    assert "hint says what to look at" not in out
    assert out.count("You drew Z.") == 2
    assert "You took" not in out


@pytest.mark.parametrize(("left", "code"), [("quit\n", 0), ("", 0), (CTRL_C, 130)])
def test_a_reader_who_leaves_resumes_at_that_lesson(left: str, code: int) -> None:
    done = here("learn", "quiddler", "--lang", "ja", typed=f"draw\ndiscard z\n{left}")
    assert (done.code, done.err) == (code, "")
    *_, left_at, line = done.out.splitlines()
    assert left_at.endswith("ガイドをやめました。続きから始めるには：")
    assert line == "chabudai learn quiddler first --lesson 3 --lang ja"
    again = here("learn", *line.split()[2:], typed="log\ntake\n")
    assert "レッスン3/9" in again.out
    assert "レッスン2/9" not in again.out
    assert "Zを捨て" in again.out
    assert "レッスン4/9" in again.out


EACH_GAME = pytest.mark.parametrize("room", CASES, ids=str)


@EACH_GAME
def test_bots_record_games_that_are_verified_and_replayed(room: Case, tmp_path: Path) -> None:
    name = room.game.name
    bots = ("--bots", "easy", "--seed", "1")
    done = here("simulate", name, "--games", "2", *bots, "--transcripts", str(tmp_path), "--json")
    assert (done.code, done.document["games"]) == (0, 2)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["000000.jsonl", "000001.jsonl"]
    for file in files:
        assert here("verify", str(file)).code == 0
        assert here("replay", str(file), "--lang", "ja").code == 0


@EACH_GAME
def test_an_offered_move_is_understood_as_it_is_typed(room: Case) -> None:
    game, text, alone = room.game, room.game.text, a_start(room)
    for ply in walk(room, alone._replace(seats=max(2, alone.seats), oddity=0)):
        if ply.seat == CHANCE:
            continue
        view, lines = game.view(ply.before, ply.seat), set[str]()
        for action in game.menu(view, ply.seat):
            line = text.typed(view, action) if text.typed else text.write(action)
            assert line in lines or text.suggest(view, ply.seat, line) == action
            lines.add(line)


@EACH_GAME
def test_a_person_sits_down_and_leaves(room: Case) -> None:
    left = here("play", room.game.name, "--seed", "1", typed="?\nhint\nwhy\n")
    assert (left.code, left.err) == (0, "")
    assert room.game.title in left.out
    assert all(line in left.out for line in room.game.text.usage("en").splitlines())
    assert ("> This game gives no advice.\n" in left.out) == (room.game.extras.advise is None)
    assert ("In this game bots do not say why.\n" in left.out) == (room.game.extras.why is None)


@EACH_GAME
def test_its_commands_have_help_and_names_of_their_own(room: Case) -> None:
    names = [command.name for other in CASES for command in other.game.extras.commands()]
    for command in room.game.extras.commands():
        assert command.does.split()[0] in here(*command.name.split(), "--help").out
        assert names.count(command.name) == 1
