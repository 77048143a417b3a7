"""List the characters that look alike in guests' names, from Unicode's `confusables.txt`.

Each line is a character and its prototype (UTS #39). Characters that NFKC replaces are left out,
since names are in NFKC. Characters that names cannot contain are also left out.
"""

import sys
import unicodedata
from pathlib import Path

TARGET = Path("src/chabudai/server/data/confusables.txt")


def main(source: str) -> None:
    """Convert the file `source`."""
    lines: list[str] = []
    for line in Path(source).read_text("utf-8-sig").splitlines():
        fields = line.partition("#")[0].split(";")
        if len(fields) < 3:
            continue
        sign, prototype = (
            "".join(chr(int(code, 16)) for code in each.split()) for each in fields[:2]
        )
        if unicodedata.normalize("NFKC", sign) == sign and unicodedata.category(sign)[0] in "LMNPS":
            lines.append(sign + prototype)
    TARGET.write_text("\n".join(sorted(lines)) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
