"""Verifies a message of Foyer with the standard library. Exit status 0: genuine and recent."""

import base64
import hashlib
import hmac
import os
import re
import sys
import time

TOLERANCE_SECONDS = 300


def is_genuine(message_id, timestamp, signatures, body, secret, now):
    """body is the bytes as they arrived; secret begins with whsec_."""
    if not message_id or not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs(now - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # While a secret is replaced, the header has a signature for each.
    return any(hmac.compare_digest(expected.encode(), each.encode()) for each in signatures.split(" "))


if __name__ == "__main__":
    env = os.environ
    genuine = is_genuine(
        env.get("WEBHOOK_ID", ""),
        env.get("WEBHOOK_TIMESTAMP", ""),
        env.get("WEBHOOK_SIGNATURE", ""),
        sys.stdin.buffer.read(),
        env.get("WEBHOOK_SECRET", ""),
        int(time.time()),
    )
    sys.exit(0 if genuine else 1)
