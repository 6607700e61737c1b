"""TLS from a token: whoever has it can sign a certificate for themselves, and knows who else can.

The key of the certificate authority is derived from the token, so that members need nothing else from each other. Each
process has a key of its own, signed by that authority, and asks every other for such a signature.
"""

import ssl
from datetime import UTC, datetime, timedelta
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from houseway.cluster.library import load

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve's points
EARLIER = timedelta(days=1)  # clocks differ
LASTS = timedelta(days=3650)
AUTHORITY = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "houseway cluster")])
MEMBER = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "houseway member")])


def security_of(token: bytes) -> Any:
    """What dask needs to speak to those who have the same token, and to nobody else."""
    authority = authority_key(token)
    own = ec.generate_private_key(CURVE)
    root, leaf = certificate(authority, AUTHORITY, authority), certificate(own, MEMBER, authority)
    key = own.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()
    roles = {f"tls_{role}_{kind}": text for role in ROLES for kind, text in (("cert", leaf), ("key", key))}
    return load().Security(require_encryption=True, tls_ca_file=root, tls_min_version=ssl.TLSVersion.TLSv1_3, **roles)


ROLES = ("client", "scheduler", "worker")


def authority_key(token: bytes) -> ec.EllipticCurvePrivateKey:
    """Twice as many bits as the order has, so that the remainder favours no key."""
    made = HKDF(hashes.SHA256(), 64, salt=None, info=b"houseway cluster authority").derive(token)
    return ec.derive_private_key(int.from_bytes(made) % (ORDER - 1) + 1, CURVE)


def certificate(own: ec.EllipticCurvePrivateKey, name: x509.Name, signer: ec.EllipticCurvePrivateKey) -> str:
    now = datetime.now(UTC)
    is_authority = own is signer
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(AUTHORITY)
        .public_key(own.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(now + LASTS)
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=0 if is_authority else None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(own.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False)
    )
    if not is_authority:
        uses = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CLIENT_AUTH, ExtendedKeyUsageOID.SERVER_AUTH])
        builder = builder.add_extension(uses, critical=False)
    return builder.sign(signer, hashes.SHA256()).public_bytes(serialization.Encoding.PEM).decode()
