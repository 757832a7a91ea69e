#!/bin/sh
# Verifies a message of Foyer with openssl, to try one by hand. Exit status 0: genuine and recent.
# Other users of the machine can see the key among the arguments of openssl, so a server uses its language instead.
set -eu
case "${WEBHOOK_ID:-}" in '') exit 1 ;; esac
case "${WEBHOOK_TIMESTAMP:-}" in '' | *[!0-9]* | ?????????????*) exit 1 ;; esac
age=$(($(date +%s) - WEBHOOK_TIMESTAMP))
[ "$age" -le 300 ] && [ "$age" -ge -300 ] || exit 1
key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
expected=$({ printf '%s.%s.' "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP"; cat; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
# While a secret is replaced, the header has a signature for each.
for each in ${WEBHOOK_SIGNATURE:-}; do
  [ "$each" = "v1,$expected" ] && exit 0
done
exit 1
