"""Secrets, codes, rates."""

from itertools import count

from chabudai.core import Rng
from chabudai.server.limits import Bucket, Buckets, Rate, network
from chabudai.server.seats import (
    TABLE_ID,
    digest,
    fits,
    guest_of,
    new_code,
    new_guest,
    new_table_id,
)
from chabudai.server.sources import Sources


def test_a_guests_secret_has_256_bits_and_is_known_again_by_its_digest() -> None:
    secret = new_guest(Sources())
    assert len(secret) == 43
    assert secret != new_guest(Sources())
    assert guest_of({"guest": secret}, "http") == digest(secret)
    assert guest_of({"__Host-guest": secret}, "https") == digest(secret)
    assert guest_of({"guest": secret}, "https") is None
    assert guest_of({"guest": secret + "x"}, "http") is None
    assert guest_of({}, "http") is None
    assert fits(secret, digest(secret))
    assert not fits(secret[:-1], digest(secret))


def test_table_ids_are_never_taken_for_codes() -> None:
    ids = {new_table_id(Sources().pauses()) for _ in range(500)}
    assert len(ids) == 500
    assert all(TABLE_ID.match(each) for each in ids)


def test_a_code_is_one_that_is_free() -> None:
    taken = {f"{number:04}" for number in range(10_000)} - {"0007"}
    assert new_code(Rng(1), taken) == "0007"
    assert new_code(Rng(1), taken | {"0007"}) is None


def test_a_bucket_empties_and_fills_with_time() -> None:
    bucket = Bucket(Rate(burst=3, each_s=2.0), 100.0)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(101.9)
    assert bucket.take(102.0)
    assert not bucket.take(102.0)
    assert [bucket.take(1000.0) for _ in range(4)] == [True, True, True, False]


def test_addresses_are_counted_apart_and_full_ones_forgotten() -> None:
    clock = count(0)
    now = [0.0]
    buckets = Buckets(Rate(1, 10.0), lambda: now[0], kept=3)
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")
    assert buckets.has("c")
    now[0] = 9.0
    assert buckets.has(f"d{next(clock)}")
    assert set(buckets.by_address) == {"a", "b", "d0"}  # c was full again
    now[0] = 100.0
    assert buckets.take("e")
    assert set(buckets.by_address) == {"e"}


def test_an_ipv6_customer_is_one_address() -> None:
    assert network("2001:db8::1") == network("2001:db8::ffff") != network("2001:db8:0:1::1")
    assert network("192.0.2.1") == "192.0.2.1"
    assert network("") == ""
