"""Signatures: the examples of RFC 8032, and everything that must not pass."""

import shutil
import subprocess
from pathlib import Path

import pytest

from recall_cli.rules.team.ed25519 import _ORDER, is_signed, public_key, sign
from tests.for_each import for_each

RFC_8032 = (  # secret, public key, message, signature: section 7.1, tests 1 to 3
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
)
SECRET = bytes(range(32))


@for_each("secret, public, message, signature", RFC_8032)
def test_the_examples_of_the_standard(secret: str, public: str, message: str, signature: str) -> None:
    """Key and signature have exactly these bytes, and pass."""
    assert public_key(bytes.fromhex(secret)).hex() == public
    assert sign(bytes.fromhex(secret), bytes.fromhex(message)).hex() == signature
    assert is_signed(bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(signature))


def test_anything_changed_is_refused() -> None:
    """Another message, another key, any other bit, and a second form of the same signature."""
    public, signature = public_key(SECRET), sign(SECRET, b"words")
    assert is_signed(public, b"words", signature)
    assert not is_signed(public, b"Words", signature)
    assert not is_signed(public_key(bytes(32)), b"words", signature)
    for at in range(0, 64, 7):
        assert not is_signed(public, b"words", signature[:at] + bytes([signature[at] ^ 4]) + signature[at + 1 :])
    proof = int.from_bytes(signature[32:], "little") + _ORDER
    assert not is_signed(public, b"words", signature[:32] + proof.to_bytes(32, "little"))
    for short in (b"", signature[:63], signature + b"\0"):
        assert not is_signed(public, b"words", short)
    assert not is_signed(b"\xff" * 32, b"words", signature)
    assert not is_signed(public[:31], b"words", signature)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_another_program_agrees(tmp_path: Path) -> None:
    """OpenSSL accepts a signature of recall's, and recall one of OpenSSL's."""
    head = {"secret": "302e020100300506032b657004220420", "public": "302a300506032b6570032100"}
    (tmp_path / "secret").write_bytes(bytes.fromhex(head["secret"]) + SECRET)
    (tmp_path / "public").write_bytes(bytes.fromhex(head["public"]) + public_key(SECRET))
    (tmp_path / "words").write_bytes(b"words")
    (tmp_path / "ours").write_bytes(sign(SECRET, b"words"))
    der = ["-keyform", "DER", "-rawin", "-in", "words"]
    verify = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", "public", "-sigfile", "ours", *der]
    if subprocess.run(verify, cwd=tmp_path, capture_output=True, check=False).returncode:
        known = subprocess.run(["openssl", "pkeyutl", "-help"], capture_output=True, text=True, check=False).stderr
        assert "-rawin" not in known
        pytest.skip("this openssl does not know -rawin")
    subprocess.run(
        ["openssl", "pkeyutl", "-sign", "-inkey", "secret", "-out", "theirs", *der], cwd=tmp_path, check=True
    )
    assert is_signed(public_key(SECRET), b"words", (tmp_path / "theirs").read_bytes())
