"""Generate the TypeScript types of all values in messages from the Python structs.

`make types` rewrites them: `web/net/types.gen.ts` for the messages of `server/protocol`, and each
game's `web/types.gen.ts` for its view, actions, events, questions and answers. They are committed,
and `tests/unit/test_types.py` compares them with newly generated ones.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable
from pathlib import Path
from typing import get_type_hints

from msgspec import inspect as mi

from chabudai.core import AnyGame, TellingFact
from chabudai.core.advice import GivenAdvice
from chabudai.core.deal import Compared
from chabudai.core.report import Report
from chabudai.core.retry import Retried
from chabudai.core.steps import Steps
from chabudai.core.why import Reason
from chabudai.games import GAMES, folder_of
from chabudai.server import protocol
from chabudai.server.http import invitations, parties
from chabudai.server.http.daily import DailyDeals, NewDaily
from chabudai.server.http.parties import NextGame, Party
from chabudai.server.http.replay_tables import PlayOn
from chabudai.server.http.screens import Pairing, Screen
from chabudai.server.http.tables import Offer
from chabudai.server.http.words import TableWord
from chabudai.server.protocol import nudges, talk
from chabudai.server.refusal import Code, FileFault
from tools.emit_asyncapi import player_actions
from tools.structs import reach

ROOT = Path(__file__).resolve().parent.parent
HEAD = "// Written by tools/emit_types.py from the Python structs. Do not edit.\n"


def main() -> None:
    """Rewrite every file of types."""
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")


def files() -> dict[Path, str]:
    """Map the path of every file of types to its contents: the protocol's file, and one for each
    screen.
    """
    made = {ROOT / "web/net/types.gen.ts": emit_wire()}
    for game in GAMES.values():
        screen = folder_of(game.name) / "web"
        if screen.is_dir():
            made[screen / "types.gen.ts"] = emit_game(game)
    return made


def emit_wire() -> str:
    """Emit the WebSocket's messages, the bodies of HTTP calls, and the constants that both sides
    use.
    """
    names: dict[str, object] = {
        "Level": protocol.Level,
        "Status": protocol.Status,
        "Stopped": protocol.Stopped,
        "Allowed": protocol.Allowed,
        "MayTalk": talk.MayTalk,
        "Code": Code,
        "FileFault": FileFault,
        "TellingFact": TellingFact,
        "FromClient": protocol.FromClient,
        "FromServer": protocol.FromServer,
    }
    read = (
        protocol.Seated,
        invitations.YourTable,
        invitations.Pass,
        parties.Party,
        Party,
        Screen,
        protocol.Problem,
        Offer,
        Report,
        Steps,
        GivenAdvice,
        Reason,
    )
    taken = (
        protocol.NewTable,
        protocol.Join,
        protocol.Claim,
        NextGame,
        PlayOn,
        NewDaily,
        protocol.AddPlayer,
        Pairing,
        invitations.PassFor,
    )
    roots = (*taken, *read, TableWord, DailyDeals, Compared)
    sent = reached((protocol.FromClient, *taken))
    numbers = {
        "PROTOCOL": protocol.PROTOCOL,
        "AWAY_MS": protocol.AWAY_MS,
        "HOST_AWAY_MS": protocol.HOST_AWAY_MS,
        "IDLE_MS": protocol.IDLE_MS,
        "NUDGE_AFTER_MS": nudges.NUDGE_AFTER_MS,
        "NUDGE_AGAIN_MS": nudges.NUDGE_AGAIN_MS,
        "LONGEST_TEXT": talk.LONGEST_TEXT,
    }
    constants = "".join(f"export const {name} = {n};\n" for name, n in numbers.items())
    return f"{emit(names, roots, sent)}\n{constants}"


def emit_game(game: AnyGame) -> str:
    """Emit a game's view, actions, events, questions and answers, if any, and the results of its
    jobs. Reports and judgements are the same for all games. Chance moves are never sent.
    """
    names: dict[str, object] = {
        "Action": player_actions(game.actions),
        "Event": game.events,
        "Question": game.questions,
        "Answer": game.answers,
    }
    named = {name: kind for name, kind in names.items() if kind is not None}
    results = [get_type_hints(job.run)["return"] for job in game.extras.jobs.values()]
    made = [each for each in results if each not in (Report, Retried)]
    return emit(named, (game.options, game.views, *made), frozenset())


def emit(names: dict[str, object], roots: Iterable[object], sent: frozenset[type]) -> str:
    """Emit the aliases `names` and all types reachable from `roots`. In structs in `sent`, fields
    with a default are optional.
    """
    aliases = {name: mi.type_info(annotation) for name, annotation in names.items()}
    words = {spell(info, {}): name for name, info in aliases.items()}
    infos = [*aliases.values(), *map(mi.type_info, roots)]
    structs = {struct.cls: struct for info in infos for struct in reach(info, set())}
    parts = [HEAD]
    parts += [declare(struct, words, sent) for struct in structs.values()]
    parts += [f"export type {name} = {text};\n" for text, name in words.items() if text != name]
    return "\n".join(parts)


def reached(annotations: Iterable[object]) -> frozenset[type]:
    """Return the structs that a value of these types may contain."""
    return frozenset(
        struct.cls for each in annotations for struct in reach(mi.type_info(each), set())
    )


def declare(struct: mi.StructType, words: dict[str, str], sent: frozenset[type]) -> str:
    """Declare a struct as an interface. If it is in `sent`, a field with a default is optional."""
    tag = (
        [] if struct.tag is None else [f"  readonly {struct.tag_field}: {json.dumps(struct.tag)};"]
    )
    fields = [
        f"  readonly {field.encode_name}"
        f"{'' if field.required or struct.cls not in sent else '?'}: {spell(field.type, words)};"
        for field in struct.fields
    ]
    doc = (inspect.getdoc(struct.cls) or "").replace("\n", "\n * ").replace(" * \n", " *\n")
    return "\n".join(
        [f"/** {doc} */", f"export interface {struct.cls.__name__} {{", *tag, *fields, "}", ""]
    )


def spell(info: mi.Type, words: dict[str, str]) -> str:
    """Spell a type in TypeScript. `words` maps the full spelling of a type to its name, if it has
    one. Raise TypeError for an unsupported type.
    """
    text = spell_out(info, words)
    return words.get(text, text)


def spell_out(info: mi.Type, words: dict[str, str]) -> str:
    match info:
        case mi.LiteralType(values=values):
            return " | ".join(map(json.dumps, values))
        case mi.UnionType(types=parts):
            return " | ".join(spell(part, words) for part in parts)
        case mi.TupleType(item_types=parts):
            return f"readonly [{', '.join(spell(part, words) for part in parts)}]"
        case mi.VarTupleType(item_type=item):
            inner = spell(item, words)
            return f"readonly ({inner})[]" if " " in inner else f"readonly {inner}[]"
        case mi.DictType(value_type=value):
            return f"Readonly<Record<string, {spell(value, words)}>>"
        case mi.StructType(cls=struct):
            return struct.__name__
        case mi.Metadata(type=inner_type):
            return spell(inner_type, words)
        case _:
            return spell_plain(info)


PLAIN: dict[type[mi.Type], str] = {
    mi.IntType: "number",
    mi.FloatType: "number",
    mi.StrType: "string",
    mi.BoolType: "boolean",
    mi.NoneType: "null",
    mi.RawType: "unknown",
}


def spell_plain(info: mi.Type) -> str:
    if type(info) not in PLAIN:
        raise TypeError(f"no TypeScript for {info}")
    return PLAIN[type(info)]


if __name__ == "__main__":
    main()
