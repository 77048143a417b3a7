"""Modules of the client, run in Node: repeated questions, and the verdict and sound at the end."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
BUNDLE = """
import { build } from "esbuild";
const stdin = { contents: process.argv[1], resolveDir: "web", loader: "ts" };
const screens = {
  name: "screens",
  setup(on) {
    on.onResolve({ filter: /^screens$/ }, ({ path }) => ({ path, namespace: "screens" }));
    const contents = "export const screens = globalThis.SCREENS;";
    on.onLoad({ filter: /./, namespace: "screens" }, () => ({ contents }));
  },
};
const plugins = [screens];
const define = { "import.meta.url": '"http://127.0.0.1/static/main.js"' };
const options = {
  stdin, plugins, define, bundle: true, format: "esm", platform: "node", write: false,
};
const { outputFiles } = await build(options);
const code = Buffer.from(outputFiles[0].contents).toString("base64");
await import(`data:text/javascript;base64,${code}`);
"""
PAGE = """
const memory = new Map([["chabudai.sounds", "on"], ["chabudai.lang", "LANGUAGE"]]);
const localStorage = { getItem: (key) => memory.get(key) ?? null, setItem: () => undefined };
const matchMedia = () => ({ matches: false, addEventListener: () => undefined });
const element = { dataset: {}, append: () => undefined };
const document = { ...element, documentElement: element, head: element, querySelector: () => ({}) };
const begun: number[] = [];
class AudioContext {
  sampleRate = 100;
  resume = () => Promise.resolve();
  createBuffer = (_, length) => ({ length, copyToChannel: () => undefined });
  createBufferSource = () => {
    const start = () => begun.push(source.buffer.length);
    const source = { buffer: null, connect: () => undefined, start };
    return source;
  };
}
Object.assign(globalThis, {
  localStorage, matchMedia, document, AudioContext, window: globalThis,
  navigator: { languages: [] }, addEventListener: () => undefined,
  JAPANESE_SHEET: "about:blank", NEEDS_SHEET: "",
});
"""
"""The parts of a browser that the modules use."""


def run(script: str, language: str = "en") -> Any:
    """Run TypeScript in web/, and return the value of its `answer`."""
    node = str(Path(sys.executable).with_name("node"))
    source = f"{PAGE.replace('LANGUAGE', language)}\n{script}\nconsole.log(JSON.stringify(answer));"
    command = [node, "--input-type=module", "--eval", BUNDLE, source]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


WORDED = """
const { verdictOf } = await import("./end/words");
const chairs = { value: [{ name: "Aki" }, { name: "Ben" }, { name: "Cho" }] };
const table = { chairs, seat: { value: 0 }, reader: { value: 0 } };
const endings = [
  { winners: [0], margin: "3 points" },
  { winners: [2], margin: "1 stone" },
  { winners: [1, 2] },
  { winners: [0, 1] },
  { winners: [], verdict: "The mission failed." },
];
const card = (own) => ({ card: { text: () => ({ title: "Game" }), ...own } });
const bank = card({ result: (n) => `${n} left` });
const bird = card({ mission: ({ n }) => `no. ${n}` });
Object.assign(globalThis, { SCREENS: { bank, bird, cards: card({}) } });
const { missionsOf, resultOf, sentenceOf, winnersOf } = await import("./pages/party/score");
const seats = [{ person: 1, name: "" }, { person: 0, name: "" }, { person: null, name: "Kuma" }];
const game = (game, winners, scores) => ({ game, seats, winners, scores, options: { n: 6 } });
const games = [
  game("cards", [0], [30, 20, 10]),
  game("cards", [0, 1], [30, 30, 10]),
  game("bank", [2], [5, 4, 0]),
  game("bird", [0, 1, 2], [1, 1, 1]),
  game("bird", [], [0, 0, 0]),
  game("cards", [], []),
  game("cards", [0, 1, 2], [7, 7, 7]),
  { ...game("cards", [0], [30, 20]), seats: [{ person: null, name: "" }, seats[1]] },
];
const people = [{ name: "", wins: 1 }, { name: "Ben", wins: 2 }, { name: "Cho", wins: 0 }];
const party = { people, games, tonight: 7 };
const told = games.map((each) => `${winnersOf(party, each)}: ${resultOf(each)}`);
const before = sentenceOf({ ...party, tonight: 0 });
const verdicts = endings.map((ending) => verdictOf(table, ending));
const answer = [...verdicts, sentenceOf(party), ...told, missionsOf(party), before];
"""
SAID = {
    "en": [
        "You won by 3 points!",
        "Cho won by 1 stone.",
        "It’s a tie: Ben and Cho share the win.",
        "It’s a tie: you and Ben share the win.",
        "The mission failed.",
        "Tonight: Ben 2 · a guest 1",
        "Ben: by 10",
        "Ben and a guest: ",
        "Kuma: 0 left",
        "Together: no. 6 done",
        "Together: no. 6 not done",
        ": ended early",
        "All tied: ",
        "a bot: by 10",
        "Game, no. 6 done",
        "Tonight: no game yet",
    ],
    "ja": [
        "3 points差で、あなたの勝ち！",
        "Choが1 stone差で勝ちました。",
        "BenとChoの引き分けです。",
        "あなたとBenの引き分けです。",
        "The mission failed.",
        "今夜：Ben 2 · ゲスト 1",
        "Ben: 10点差",
        "Ben、ゲスト: ",
        "くま: 0 left",
        "みんなで: no. 6成功",
        "みんなで: no. 6失敗",
        ": 途中で終了",
        "全員同点: ",
        "ボット: 10点差",
        "Game, no. 6成功",
        "今夜：まだ対戦なし",
    ],
}


@pytest.mark.parametrize("language", SAID)
def test_verdicts_of_a_game_and_results_of_a_party_are_worded(language: str) -> None:
    assert run(WORDED, language) == SAID[language]


def test_winners_and_spectators_hear_another_sound_than_the_rest() -> None:
    won, watched, lost, failed = run("""
    const { playEnd } = await import("./stage/sound");
    const answer: number[] = [];
    for (const [winners, seat] of [[[1], 1], [[1], null], [[1], 0], [[], 0]] as const) {
      playEnd(winners, seat);
      await new Promise((done) => setTimeout(done));
      answer.push(begun.at(-1) ?? 0);
    }
    """)
    assert won == watched != lost == failed > 0


def test_late_dropped_and_skipped_answers_are_ignored() -> None:
    assert run("""
    const { latest, latestInTurn } = await import("./state/typed_table");
    const asked: string[] = [];
    const heard: string[] = [];
    const answers: (() => void)[] = [];
    function question(word: string): Promise<string> {
      asked.push(word);
      return new Promise((resolve) => answers.push(() => resolve(word.toUpperCase())));
    }
    const hear = (said: string, word: string): void => void heard.push(`${word} ${said}`);
    const reply = async (at: number): Promise<void> => {
      answers[at]?.();
      await new Promise((done) => setTimeout(done));
    };

    const asking = latest(question, hear);
    asking.ask("one");
    asking.ask("two");
    await reply(1);
    await reply(0);
    asking.ask("three");
    asking.drop();
    await reply(2);
    asking.ask("four");
    await reply(3);

    const oneByOne = latestInTurn(question, hear);
    for (const word of ["five", "six", "seven"]) oneByOne.ask(word);
    await reply(4);
    await reply(5);
    oneByOne.ask("eight");
    oneByOne.drop();
    await reply(6);
    oneByOne.ask("nine");
    await reply(7);
    const answer = { asked, heard };
    """) == {
        "asked": ["one", "two", "three", "four", "five", "seven", "eight", "nine"],
        "heard": ["two TWO", "four FOUR", "seven SEVEN", "nine NINE"],
    }
