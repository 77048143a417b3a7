"""Guest secrets, table codes, and rate limits."""

from dataclasses import fields
from types import SimpleNamespace

from starlette.requests import HTTPConnection

from chabudai.core import Rng
from chabudai.server.credentials import SECRET_BYTES, TABLE_ID, digest, fits, guest_of, new_code
from chabudai.server.limits import WIDER, Buckets, Limits, Rate, networks
from chabudai.server.settings import Settings
from chabudai.server.sources import Sources, new_table_id


def test_a_guests_secret_has_256_bits_and_is_known_again_by_its_digest() -> None:
    secret = Sources().token(SECRET_BYTES)
    assert len(secret) == 43
    assert secret != Sources().token(SECRET_BYTES)
    assert guest_of(call("http", cookie=f"guest={secret}")) == digest(secret)
    assert guest_of(call("wss", cookie=f"__Host-guest={secret}")) == digest(secret)
    assert guest_of(call("https", cookie=f"guest={secret}")) is None
    assert guest_of(call("http", cookie=f"guest={secret}x")) is None
    assert guest_of(call("http")) is None
    assert guest_of(call("http", authorization=f"Bearer {secret}")) == digest(secret)
    assert guest_of(call("http", authorization="Bearer x", cookie=f"guest={secret}")) is None
    assert guest_of(call("http", authorization="Basic x", cookie=f"guest={secret}")) is not None
    assert fits(secret, digest(secret))
    assert not fits(secret[:-1], digest(secret))


def call(scheme: str, **headers: str) -> HTTPConnection:
    """A request with these headers."""
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    app = SimpleNamespace(state=SimpleNamespace(services=SimpleNamespace(settings=Settings(db=""))))
    return HTTPConnection({"type": "http", "scheme": scheme, "headers": pairs, "app": app})


def test_every_rate_of_the_limits_has_buckets() -> None:
    limits = Limits()
    named = {each.name: getattr(limits, each.name) for each in fields(limits)}
    assert limits.rates() == {name: at for name, at in named.items() if isinstance(at, Rate)}


def test_table_ids_are_never_taken_for_codes() -> None:
    ids = {new_table_id(Sources().pauses()) for _ in range(500)}
    assert len(ids) == 500
    assert all(TABLE_ID.match(each) for each in ids)


def test_a_code_is_one_that_is_free_and_has_six_digits_while_many_are_in_use() -> None:
    few = {f"{number:04}" for number in range(99)}
    rng = Rng(1)
    assert all(len(new_code(rng, few) or "") == 4 for _ in range(50))
    many = few | {"9999"}
    codes = [new_code(rng, many) for _ in range(50)]
    assert all(code and len(code) == 6 and code.isdecimal() for code in codes)
    later = {f"{number:06}" for number in range(9_999)}
    assert len(new_code(rng, later) or "") == 4
    most = many | later
    for _ in range(400):
        assert new_code(rng, few) not in few
        assert new_code(rng, most) not in later
    assert new_code(rng, most | {"999999"}) is None


def test_a_bucket_empties_and_fills_with_time() -> None:
    now, refused = [100.0], list[None]()
    buckets = Buckets(Rate(3, 2.0), lambda: now[0], lambda: refused.append(None))
    for later, taken in ((100.0, 3), (101.9, 0), (102.0, 1), (1000.0, 3)):
        now[0] = later
        assert [buckets.take(("a",)) for _ in range(4)] == [True] * taken + [False] * (4 - taken)
    assert len(refused) == 9


def test_a_returned_token_can_be_used_again_up_to_the_limit() -> None:
    buckets = Buckets(Rate(burst=2, each_s=10.0), lambda: 0.0)
    assert buckets.take(("a",))
    buckets.spend(("a",), -1)
    buckets.spend(("a",), -1)
    assert [buckets.take(("a",)) for _ in range(3)] == [True, True, False]


def test_addresses_are_counted_apart() -> None:
    buckets = Buckets(Rate(1, 10.0), lambda: 0.0)
    assert buckets.take(("a",))
    assert not buckets.take(("a",))
    assert buckets.take(("b",))


def test_an_ipv6_customer_with_many_networks_counts_as_one_caller() -> None:
    home, other = "2001:db8:0:1::1", "2001:db8:0:2::1"
    assert networks(home) == networks("2001:db8:0:1::ffff")
    assert networks(home)[0] != networks(other)[0]
    assert networks(home)[1] == networks(other)[1] != networks("2001:db8:1:1::1")[1]
    buckets = Buckets(Rate(3, 10.0), lambda: 0.0)
    tried = [networks(f"2001:db8:0:{n:x}::1") for n in range(100) for _ in range(4)]
    assert sum(map(buckets.take, tried)) == 3 * WIDER
    assert buckets.take(networks("2001:db8:1::1"))


def test_an_ipv4_address_is_one_caller_however_it_is_written() -> None:
    assert networks("192.0.2.1") == networks("::ffff:192.0.2.1") == ("192.0.2.1",)
    assert networks("::ffff:192.0.2.1") != networks("::ffff:192.0.2.2")
    assert networks("") == ("",)
