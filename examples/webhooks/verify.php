<?php
// Verifies a message of Foyer with PHP alone. Exit status 0: genuine and recent.

const TOLERANCE_SECONDS = 300;

/** $body is the body as it arrived (php://input in a web server); $secret begins with whsec_. */
function isGenuine(string $id, string $timestamp, string $signatures, string $body, string $secret, int $now): bool
{
    if ($id === '' || preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
        return false;
    }
    if (abs($now - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // While a secret is replaced, the header has a signature for each.
    foreach (explode(' ', $signatures) as $each) {
        if (hash_equals($expected, $each)) {
            return true;
        }
    }
    return false;
}

exit(isGenuine(
    (string) getenv('WEBHOOK_ID'),
    (string) getenv('WEBHOOK_TIMESTAMP'),
    (string) getenv('WEBHOOK_SIGNATURE'),
    (string) file_get_contents('php://stdin'),
    (string) getenv('WEBHOOK_SECRET'),
    time(),
) ? 0 : 1);
