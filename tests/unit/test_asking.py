"""Repeated questions from the client: only the newest answer counts."""

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
IMPORT = 'import { latest, latestInTurn } from "./state/typed_table";'
PRINT = "console.log(JSON.stringify({ asked, heard }));"


def run(script: str) -> Any:
    """Run TypeScript in web/, and return its questions and the answers that it used."""
    node = str(Path(sys.executable).with_name("node"))
    source = f"{IMPORT}\n{QUESTION}\n{script}\n{PRINT}"
    command = [node, "--input-type=module", "--eval", BUNDLE, source]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def test_late_and_dropped_answers_are_ignored() -> None:
    assert run("""
    const asking = latest(question, hear);
    asking.ask("one");
    asking.ask("two");
    await answer(1);
    await answer(0);
    asking.ask("three");
    asking.drop();
    await answer(2);
    asking.ask("four");
    await answer(3);
    """) == {"asked": ["one", "two", "three", "four"], "heard": ["two TWO", "four FOUR"]}


def test_one_question_at_a_time_skips_to_the_newest() -> None:
    assert run("""
    const asking = latestInTurn(question, hear);
    for (const word of ["one", "two", "three"]) asking.ask(word);
    await answer(0);
    await answer(1);
    asking.ask("four");
    asking.drop();
    await answer(2);
    asking.ask("five");
    await answer(3);
    """) == {"asked": ["one", "three", "four", "five"], "heard": ["three THREE", "five FIVE"]}
