"""The characters of bots: their names, ways of playing and parting words, which are the same in
every game.

A character plays as well as its level allows. Its traits decide which words of its level it knows,
how it reads hints, and which of several good moves it prefers.
"""

from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple, TypeAlias

from chabudai.core.struct import Struct
from chabudai.core.telling import Seat

Trait: TypeAlias = Literal[
    "long-words",
    "short-words",
    "bluffs",
    "literal",
    "imaginative",
    "high-cards",
    "low-cards",
]
"""A way to play that players can notice. `Extras.traits` lists the traits in a game."""


class Said(NamedTuple):
    """A sentence in English and in Japanese."""

    en: str
    ja: str


STYLES: Mapping[Trait, Said] = {
    "long-words": Said("Likes long words.", "長いことばが好きです。"),
    "short-words": Said("Likes short words.", "短いことばが好きです。"),
    "bluffs": Said("Bluffs now and then.", "ときどきはったりを使います。"),
    "literal": Said("Reads hints literally.", "ヒントをそのままの意味で読みます。"),
    "imaginative": Said("Reads hints with imagination.", "ヒントから想像をふくらませます。"),
    "high-cards": Said("Likes to play high cards.", "大きい数を出すのが好きです。"),
    "low-cards": Said("Likes to play low cards.", "小さい数を出すのが好きです。"),
}


class Character(NamedTuple):
    """A character. After a game it says `won` if it has won, and `lost` if a person has won."""

    name: str
    kana: str
    traits: tuple[Trait, ...]
    won: Said
    lost: Said
    bluffs: int = 0
    """Percentage of opportunities to bluff that the character takes."""

    def has(self, trait: Trait) -> bool:
        """Whether this is one of the character's traits."""
        return trait in self.traits


class Parting(Struct):
    """A bot's words after the game. `says` maps each language to a sentence."""

    seat: Seat
    says: dict[str, str]


CHARACTERS = (
    Character(
        "Tanuki",
        "たぬき",
        ("long-words", "literal", "high-cards"),
        Said("I could drum on my belly for joy. Thank you!", "おなかをポンと打ちたい気分です！"),
        Said("Well played! I admired your moves.", "おみごと！どれもいい手でした。"),
    ),
    Character(
        "Kitsune",
        "きつね",
        ("short-words", "bluffs", "imaginative", "low-cards"),
        Said(
            "A little luck, a little fox. Shall we play again?",
            "運もありました。もう一度どうぞ！",
        ),
        Said("You were too clever for a fox. Lovely!", "きつねより上手でしたね。まいりました！"),
        bluffs=50,
    ),
    Character(
        "Usagi",
        "うさぎ",
        ("short-words", "literal", "high-cards"),
        Said("Hop, and home! Shall we go again?", "ぴょんとゴール！もう一回やりましょう。"),
        Said("You were faster than a hare. Well done!", "うさぎより速いなんて。おみごとです！"),
    ),
    Character(
        "Kuma",
        "くま",
        ("long-words", "imaginative", "low-cards"),
        Said("Sweet as honey! Come and sit with me again.", "はちみつの味です。また遊びましょう！"),
        Said("A fine game! The honey is yours.", "いい勝負でした。はちみつをどうぞ！"),
    ),
    Character(
        "Saru",
        "さる",
        ("long-words", "bluffs", "imaginative", "high-cards"),
        Said(
            "Today the branches held. That was fun!",
            "今日は木から落ちませんでした！",
        ),
        Said("Even monkeys fall from trees. Well played!", "さるも木から落ちます。おみごと！"),
        bluffs=25,
    ),
    Character(
        "Neko",
        "ねこ",
        ("short-words", "literal", "low-cards"),
        Said("I landed on my feet. Thanks for playing!", "うまく着地できました。ありがとう！"),
        Said("Purr. The warm cushion is yours today.", "今日はあたたかい座ぶとんをどうぞ。"),
    ),
    Character(
        "Tora",
        "とら",
        ("long-words", "literal", "low-cards"),
        Said("What a game! I had to play my best.", "いい勝負でした。全力でしたよ！"),
        Said("Great game! I bow to you, stripes and all.", "しまもようもおじぎします。おみごと！"),
    ),
    Character(
        "Hato",
        "はと",
        ("short-words", "imaginative", "high-cards"),
        Said("Good news today! I enjoyed every turn.", "うれしい知らせです！楽しい時間でした。"),
        Said("I will carry the news of your win far and wide.", "この知らせを遠くまで届けます！"),
    ),
    Character(
        "Kame",
        "かめ",
        ("long-words", "literal", "high-cards"),
        Said("Slowly, slowly, I got there. Thank you!", "ゆっくり、ここまで来ました。ありがとう！"),
        Said("Well run! I will catch up some day.", "速いですね。いつか追いつきます！"),
    ),
    Character(
        "Shika",
        "しか",
        ("short-words", "imaginative", "low-cards"),
        Said("That was like a walk in the park. Again soon?", "いい散歩のようでした。またぜひ！"),
        Said("I bow to you. Beautifully played!", "深くおじぎします。みごとでした！"),
    ),
)
"""All characters. Bots take their seats in this order."""
ORDER = {character.name: at for at, character in enumerate(CHARACTERS)}


def character_of(persona: int) -> Character:
    """Return the character of a persona. The persona also fixes the bot's vocabulary."""
    return CHARACTERS[persona % len(CHARACTERS)]


def persona_at(place: int, number: int) -> int:
    """Return the persona that a random `number` selects for the character at index `place` of
    CHARACTERS.
    """
    count = len(CHARACTERS)
    return number - number % count + place % count


def persona_named(name: str, number: int) -> int:
    """Return the persona that `number` selects for the character with this name, or `number` itself
    if no character has this name.
    """
    return persona_at(ORDER[name], number) if name in ORDER else number


def style(persona: int, traits: Collection[Trait]) -> dict[str, str]:
    """Map each language to sentences about the given `traits` that the character has."""
    said = [STYLES[trait] for trait in character_of(persona).traits if trait in traits]
    return {"en": " ".join(each.en for each in said), "ja": "".join(each.ja for each in said)}


def last_speaker(
    ranks: Mapping[Seat, int], winners: Collection[Seat], seats: int
) -> tuple[Seat, Literal["won", "lost"]] | None:
    """Return the seat of the bot that speaks after a game, and whether it has won or lost, or None
    if no bot speaks.

    If no person has won, the first winner speaks. Otherwise the bot with the highest rank that has
    not won speaks, or the first of several such bots. If all seats have won, the bot with the
    highest rank speaks as a winner. `ranks` maps each bot's seat to the rank of its level.
    """
    if winners and all(seat in ranks for seat in winners):
        return min(winners), "won"
    together = len(winners) == seats
    speakers = [seat for seat in ranks if winners and (together or seat not in winners)]
    first = min(speakers, key=lambda seat: (-ranks[seat], seat), default=None)
    return None if first is None else (first, "won" if together else "lost")


def parting(name: str, occasion: Literal["won", "lost"]) -> dict[str, str]:
    """Map each language to what the bot with this name says after a game."""
    character = CHARACTERS[ORDER[name]]
    return (character.won if occasion == "won" else character.lost)._asdict()
