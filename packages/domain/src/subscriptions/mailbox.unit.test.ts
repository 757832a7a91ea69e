import { domainToASCII } from 'node:url';
import { expect, test } from 'vitest';
import { makeMailboxOf } from './mailbox.ts';

const mailboxOf = makeMailboxOf(domainToASCII);

test.each([
  ['ada@example.com', 'ada@example.com', 'unchanged'],
  [' Ada@Example.COM ', 'ada@example.com', 'trimmed, in lower case'],
  ['ada+trial2@example.com', 'ada@example.com', 'without the part after the plus (RFC 5233)'],
  ['ada+a+b@example.com', 'ada@example.com', 'everything after the first plus'],
  ['a.da@example.com', 'a.da@example.com', 'dots are part of a name'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com', 'dots are ignored at Google'],
  ['ada@googlemail.com', 'ada@gmail.com', 'Google has two domains'],
  ['ada@mail.gmail.com', 'ada@mail.gmail.com', 'other subdomains are different'],
  ['+ada@example.com', '+ada@example.com', 'a leading plus stays'],
  ['ada', 'ada', 'no address'],
  ['', '', 'empty'],
  ['ada@b\u00fccher.test', 'ada@xn--bcher-kva.test', 'a Unicode domain in ASCII'],
  ['ada+1@XN--BCHER-KVA.test', 'ada@xn--bcher-kva.test', 'an ASCII domain in capitals'],
  ['a.da@\uff27mail.com', 'ada@gmail.com', 'full-width letters in the domain'],
  ['ada@not a domain', 'ada@not a domain', 'an invalid domain stays'],
  ['Zo\u0065\u0308@example.com', 'zo\u00eb@example.com', 'composed'],
  ['\uff58@example.com', 'x@example.com', 'full-width letters are the same letters'],
  ['\uff21\uff44\uff41\uff0b\uff11@example.com', 'ada@example.com', 'a full-width plus'],
  ['\u3392z@example.com', 'mhzz@example.com', 'a character that decomposes into capitals'],
  ['\u0430da@example.com', '\u0430da@example.com', 'another alphabet is another name'],
])('[INV-8] [SU-04] D5: %j is the mailbox %j: %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
  expect(mailboxOf(mailbox), 'applied twice it gives the same mailbox').toBe(mailbox);
});
