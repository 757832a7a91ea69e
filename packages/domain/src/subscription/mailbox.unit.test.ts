import { domainToASCII } from 'node:url';
import { expect, test } from 'vitest';
import { makeMailboxOf } from './mailbox.ts';

const mailboxOf = makeMailboxOf(domainToASCII);

test.each([
  ['ada@example.com', 'ada@example.com', 'as it is'],
  [' Ada@Example.COM ', 'ada@example.com', 'however it is written'],
  ['ada+trial2@example.com', 'ada@example.com', 'RFC 5233'],
  ['ada+a+b@example.com', 'ada@example.com', 'all behind the first'],
  ['a.da@example.com', 'a.da@example.com', 'dots are part of a name'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com', 'but not at Google'],
  ['ada@googlemail.com', 'ada@gmail.com', 'which has two domains'],
  ['ada@mail.gmail.com', 'ada@mail.gmail.com', 'and no others'],
  ['+ada@example.com', '+ada@example.com', 'nothing would be left'],
  ['ada', 'ada', 'no address'],
  ['', '', 'nobody’s'],
  ['ada@b\u00fccher.test', 'ada@xn--bcher-kva.test', 'a domain has two spellings'],
  ['ada+1@XN--BCHER-KVA.test', 'ada@xn--bcher-kva.test', 'and this is one of them'],
  ['a.da@\uff27mail.com', 'ada@gmail.com', 'before it is looked whose it is'],
  ['ada@not a domain', 'ada@not a domain', 'as it is where it is none'],
  ['Zo\u0065\u0308@example.com', 'zo\u00eb@example.com', 'composed'],
  ['\uff58@example.com', 'x@example.com', 'full-width letters are the same letters'],
  ['\uff21\uff44\uff41\uff0b\uff11@example.com', 'ada@example.com', 'with a full-width plus too'],
  ['\u3392z@example.com', 'mhzz@example.com', 'signs that are made of capitals'],
  ['\u0430da@example.com', '\u0430da@example.com', 'another alphabet is another name'],
])('[INV-8] [SU-04] D5: %j is the mailbox %j: %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
  expect(mailboxOf(mailbox), 'of a mailbox it is that mailbox').toBe(mailbox);
});
