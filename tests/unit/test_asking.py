"""Of questions that the client puts one after the other, only the newest answer counts."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
BUNDLE = """
import { build } from "esbuild";
const stdin = { contents: process.argv[1], resolveDir: "web", loader: "ts" };
const options = { stdin, bundle: true, format: "esm", platform: "node", write: false };
const { outputFiles } = await build(options);
const code = Buffer.from(outputFiles[0].contents).toString("base64");
await import(`data:text/javascript;base64,${code}`);
"""
QUESTION = """
const asked: string[] = [];
const heard: string[] = [];
const answers: (() => void)[] = [];
function question(word: string): Promise<string> {
  asked.push(word);
  return new Promise((resolve) => answers.push(() => resolve(word.toUpperCase())));
}
const hear = (answer: string, word: string): void => void heard.push(`${word} ${answer}`);
const answer = async (at: number): Promise<void> => {
  answers[at]?.();
  await new Promise((done) => setTimeout(done));
};
"""
PRINT = "console.log(JSON.stringify({ asked, heard }));"


def run(imports: str, script: str) -> Any:
    """What a piece of TypeScript in web/ has asked and heard."""
    done = subprocess.run(
        [
            Path(sys.executable).with_name("node"),
            "--input-type=module",
            "--eval",
            BUNDLE,
            f"{imports}\n{QUESTION}\n{script}\n{PRINT}",
        ],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout)


def test_an_answer_that_comes_after_a_newer_question_is_not_heard() -> None:
    script = """
    const asking = latest(question, hear);
    asking.ask("one");
    asking.ask("two");
    await answer(1);
    await answer(0);
    """
    assert run('import { latest } from "./state/typed_table";', script) == {
        "asked": ["one", "two"],
        "heard": ["two TWO"],
    }


def test_an_answer_that_is_not_wanted_any_more_is_not_heard() -> None:
    script = """
    const asking = latest(question, hear);
    asking.ask("one");
    asking.drop();
    await answer(0);
    asking.ask("two");
    await answer(1);
    """
    assert run('import { latest } from "./state/typed_table";', script)["heard"] == ["two TWO"]


def test_one_question_at_a_time_and_then_only_the_newest() -> None:
    script = """
    const asking = latestInTurn(question, hear);
    for (const word of ["one", "two", "three"]) asking.ask(word);
    await answer(0);
    await answer(1);
    asking.ask("four");
    asking.drop();
    await answer(2);
    asking.ask("five");
    await answer(3);
    """
    assert run('import { latestInTurn } from "./state/typed_table";', script) == {
        "asked": ["one", "three", "four", "five"],
        "heard": ["three THREE", "five FIVE"],
    }
