import { expect, test } from 'vitest';
import { codeChallengeIn, destinationIn, returnAddress, withCode, withToken } from './return-address.ts';

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const here = () => location.origin;
const clients = {
  drive: {
    name: 'Drive',
    origin: 'https://drive.arcwave.example',
    signInAddresses: ['https://drive.arcwave.example/app'],
  },
};

test.each([
  ['https://drive.arcwave.example/app', 'https://drive.arcwave.example/app'],
  ['HTTPS://DRIVE.arcwave.EXAMPLE:443/app', 'https://drive.arcwave.example/app'],
  ['https://drive.arcwave.example/', null],
  ['https://drive.arcwave.example/app/', null],
  ['https://drive.arcwave.example/app/../open?to=https://evil.example', null],
  ['https://drive.arcwave.example/other', null],
  ['https://drive.arcwave.example/app?x=1', null],
  ['https://drive.arcwave.example/app#/x', null],
  ['https://drive.arcwave.example/App', null],
  ['https://drive.arcwave.example/%61pp', null],
  ['https://drive.arcwave.example.evil.example/', null],
  ['https://evil.example/https://drive.arcwave.example/', null],
  ['https://evil.example/?https://drive.arcwave.example/', null],
  ['https://evil.example#https://drive.arcwave.example/', null],
  ['https://evil.example\\@drive.arcwave.example/', null],
  ['https://drive.arcwave.example@evil.example/', null],
  ['https://drive.arcwave.example%2eevil.example/', null],
  ['https://drive.arcwave.example:8443/', null],
  ['https://user:pw@drive.arcwave.example/', null],
  ['https://user@drive.arcwave.example/', null],
  ['https://xdrive.arcwave.example/', null],
  ['https://arcwave.example/', null],
  ['http://drive.arcwave.example/', null],
  ['https:evil.example', null],
  ['https:/\\evil.example', null],
  ['//evil.example/', null],
  ['/\\evil.example', null],
  ['\\\\evil.example', null],
  ['ht\ntps://evil.example', null],
  ['javascript:alert(1)', null],
  ['java\tscript:alert(1)', null],
  ['javascript://drive.arcwave.example/%0aalert(1)', null],
  ['data:text/html,x', null],
  ['blob:https://drive.arcwave.example/1', null],
  ['filesystem:https://drive.arcwave.example/1', null],
  ['file:///etc/passwd', null],
  ['intent://drive.arcwave.example#Intent;end', null],
  ['null', null],
  ['/#/signin', null],
  ['', null],
  [null, null],
])('[SE-11] a return link only to this site or a registered client: %s', (wanted, expected) => {
  expect(returnAddress(wanted, clients, CHALLENGE).href).toBe(expected ?? `${here()}/#/signin`);
});

test.each([
  ['/sandbox/mail', '/#/signin?to=%2Fsandbox%2Fmail'],
  ['/api/auth/me', '/#/signin?to=%2Fapi%2Fauth%2Fme'],
  ['/payments?active=receipts', '/#/signin?to=%2Fpayments%3Factive%3Dreceipts'],
  ['/#/payments', '/#/signin?to=%2Fpayments'],
  ['//evil.test', '/#/signin'],
  ['/%5Cevil.test', '/#/signin?to=%2F%255Cevil.test'],
  ['/\\evil.test', '/#/signin'],
  ['/#//evil.test', '/#/signin'],
  ['/#/\\evil.test', '/#/signin'],
  ['/#/signin?to=%2Fpayments', '/#/signin?to=%2Fpayments'],
])('[SE-11, SE-12] on our own site the token goes to the intake only: %s', (path, expected) => {
  const address = returnAddress(`${here()}${path}`, {}, null);
  expect(address.href).toBe(`${here()}${expected}`);
  const [sent = '', kept = ''] = withToken(address, 'secret').split('#');
  expect(sent).not.toContain('secret');
  expect(kept).toContain('token=secret');
});

test('[SE-11] a token that somebody put into the return link is replaced by the real one', () => {
  const address = returnAddress(`${here()}/#/signin?to=%2F&token=planted`, {}, null);
  expect(withToken(address, 'real')).toBe(`${here()}/#/signin?to=%2F&token=real`);
});

test('[SE-11, L4] a client gets the code behind the #, which no server and no log sees', () => {
  expect(withCode(new URL('https://drive.arcwave.example/signin'), 't&1')).toBe(
    'https://drive.arcwave.example/signin#code=t%261',
  );
});

test('[ASVS 10.4.6] a client that sends no challenge gets nothing: the visitor goes to the portal', () => {
  expect(returnAddress('https://drive.arcwave.example/app', clients, null).href).toBe(`${here()}/#/signin`);
});

test.each([
  [`code_challenge=${CHALLENGE}&code_challenge_method=S256`, CHALLENGE],
  [`code_challenge=${CHALLENGE}`, null],
  [`code_challenge=${CHALLENGE}&code_challenge_method=plain`, null],
  ['code_challenge=short&code_challenge_method=S256', null],
  [`code_challenge=${CHALLENGE}=&code_challenge_method=S256`, null],
  ['code_challenge_method=S256', null],
])('[ASVS 10.4.6] a challenge has 43 characters of base64url and the method S256: %s', (query, challenge) => {
  expect(codeChallengeIn(new URLSearchParams(query))).toBe(challenge);
});

test('[L4] a client that has registered no address gets no code', () => {
  const drive = { ...clients.drive, signInAddresses: [] };
  expect(returnAddress('https://drive.arcwave.example/app', { drive }, CHALLENGE).href).toBe(`${here()}/#/signin`);
});

test('[SE-11] where the visitor goes back to is read from the return link', () => {
  expect(destinationIn(new URL(`${here()}/#/signin?to=%2Fpayments`))).toBe('/payments');
  expect(destinationIn(new URL(here()))).toBeNull();
});
