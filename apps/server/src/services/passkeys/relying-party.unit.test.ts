import { expect, test } from 'vitest';
import { makeRelyingPartyOf } from './relying-party.ts';

const local = makeRelyingPartyOf({ publicUrl: 'http://localhost:4000', hostnames: ['drive.localhost'] });
const real = makeRelyingPartyOf({ publicUrl: 'https://account.arcwave.example', hostnames: ['drive.arcwave.example'] });

test.each([
  [local, 'localhost', 'localhost', 'http://localhost:4000'],
  [local, 'drive.localhost', 'drive.localhost', 'http://drive.localhost:4000'],
  [real, 'account.arcwave.example', 'account.arcwave.example', 'https://account.arcwave.example'],
  [real, 'drive.arcwave.example', 'drive.arcwave.example', 'https://drive.arcwave.example'],
  // What is not ours is answered as the main host, so that a made-up Host header asks for nothing of its own.
  [real, 'evil.example', 'account.arcwave.example', 'https://account.arcwave.example'],
  [real, '', 'account.arcwave.example', 'https://account.arcwave.example'],
])('[BY-01] a passkey belongs to the host it was asked for, if it is one of ours (%#)', (of, hostname, id, origin) => {
  expect(of(hostname)).toEqual({ id, origin });
});
