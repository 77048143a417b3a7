"""Languages, compressions and entity tags: choices by `Accept-*` headers, and 304 answers."""

import gzip

import pytest
from hypothesis import given, strategies as st

from chabudai.core.rulebook import LANGUAGES
from chabudai.server.http.negotiation import accepted_coding, accepted_language
from tests.server.support import Running

CODINGS = ("br", "gzip")
GARBAGE = (
    "",
    ";;,",
    "q=1",
    "ja;q=",
    "ja;q=2",
    "ja;q=-1",
    "ja;q=nan",
    "ja;q=1e0",
    "j a",
    "\xff",
    "*;",
)
QUALITIES = st.sampled_from(["0", "0.", "0.0", "0.001", "0.10", "0.5", "0.999", "1", "1.000"])
NAMES = ("br", "gzip", "identity", "zstd", "en", "ja", "fr", "*")
LISTS = st.lists(st.tuples(st.sampled_from(NAMES), QUALITIES), unique_by=lambda each: each[0])


def test_the_language_with_the_highest_quality_is_chosen() -> None:
    chosen = [
        *[("ja", "ja"), ("ja-JP,en", "ja"), ("en,ja", "en"), ("JA;q=1", "ja"), ("*", "en")],
        *[("ja;q=0.1,en", "en"), ("en;q=0.1, ja ; Q=0.2", "ja"), ("ja;q=0", "en"), ("*;q=0", "en")],
        *[("fr, ja;q=0.1", "ja"), ("en;q=0, *", "ja"), ("*, ja", "ja"), ("ja;q=0, ja-JP", "ja")],
        *[(each, "en") for each in GARBAGE],
        *[(f"{each}, ja;q=0.1", "ja") for each in GARBAGE],
    ]
    assert [(header, accepted_language(header, LANGUAGES)) for header, _ in chosen] == chosen


def test_the_compression_with_the_highest_quality_is_chosen() -> None:
    chosen = [
        *[("gzip, br", "br"), ("gzip", "gzip"), ("gzip;q=0", ""), ("br;q=0.1, gzip", "gzip")],
        *[("*", "br"), ("*;q=0", ""), ("br;q=0, *", "gzip"), ("*;q=0, gzip", "gzip")],
        *[("identity, gzip;q=0.5", ""), ("identity, gzip", "gzip"), ("identity;q=0", "")],
        *[(each, "") for each in GARBAGE if "*" not in each],
        *[(f"{each}, GZIP;q=1.0", "gzip") for each in GARBAGE],
    ]
    assert [(header, accepted_coding(header, CODINGS)) for header, _ in chosen] == chosen


@given(LISTS)
def test_no_choice_has_a_lower_quality_than_another(listed: list[tuple[str, str]]) -> None:
    header = ",".join(f"{name};q={quality}" for name, quality in listed)
    stated = {name: float(quality) for name, quality in listed}
    other = stated.get("*", 0)
    lang, coding = accepted_language(header, LANGUAGES), accepted_coding(header, CODINGS)
    assert stated.get(lang, other) == max(stated.get(each, other) for each in LANGUAGES)
    best = max(stated.get(each, other) for each in CODINGS)
    is_compressed = best > 0 and best >= stated.get("identity", 0)
    assert coding in CODINGS if is_compressed else coding == ""
    assert not coding or stated.get(coding, other) == best


@given(st.text(st.characters(max_codepoint=255)))
def test_any_header_leads_to_a_choice(header: str) -> None:
    assert accepted_language(header, LANGUAGES) in LANGUAGES
    assert accepted_coding(header, CODINGS) in ("", *CODINGS)


@pytest.mark.parametrize(
    "path", ["/", "/api/games", "/api/rules/word-bank?lang=ja", "/static/app-0A1B2C3D.js"]
)
async def test_unchanged_content_is_not_sent_again(site: Running, path: str) -> None:
    http = (await site.guest()).http
    tags = set[str]()
    for accepted in ("gzip", "identity"):
        headers = {"Accept-Encoding": accepted}
        first = await http.get(path, headers=headers)
        assert first.headers.get("content-encoding", "identity") == accepted
        assert first.headers["cache-control"] != "no-store"
        assert "Accept-Encoding" in first.headers["vary"]
        tag = first.headers["etag"]
        tags.add(tag)
        for known in (tag, f'"other", W/{tag}', "*"):
            again = await http.get(path, headers={**headers, "If-None-Match": known})
            assert (again.status_code, again.content) == (304, b""), known
            kept = ("etag", "vary", "cache-control")
            assert [again.headers[each] for each in kept] == [first.headers[each] for each in kept]
            assert "x-content-type-options" in again.headers
        for known in ('"other"', tag[1:-1], ",;"):
            again = await http.get(path, headers={**headers, "If-None-Match": known})
            assert (again.status_code, again.content) == (200, first.content)
    assert len(tags) == 2


async def test_garbage_in_headers_changes_nothing_else(site: Running) -> None:
    http = (await site.guest()).http
    plain = await http.get("/", headers={"Accept-Encoding": "identity"})
    for each in (*GARBAGE, "é" * 300):
        for name in ("Accept-Language", "Accept-Encoding", "Accept", "If-None-Match"):
            got = await http.get("/", headers=[(name.encode(), each.encode("latin-1"))])
            assert (got.status_code, got.text) == (200, plain.text), (name, each)
    several = [("Accept-Encoding", "identity"), ("Accept-Encoding", "gzip")]
    async with http.stream("GET", "/", headers=several) as packed:
        assert packed.headers["content-encoding"] == "gzip"
        raw = b"".join([part async for part in packed.aiter_raw()])
    assert gzip.decompress(raw) == plain.content


async def test_error_pages_and_private_answers_are_never_304(site: Running) -> None:
    mika = await site.guest()
    await mika.open()
    for path, status in (("/nowhere", 404), ("/t/nothing", 404), ("/api/tables", 200)):
        headers = {"If-None-Match": "*", "Accept": "text/html"}
        assert (await mika.http.get(path, headers=headers)).status_code == status
    assert (await mika.http.get("/api/tables")).headers["cache-control"] == "no-store"
