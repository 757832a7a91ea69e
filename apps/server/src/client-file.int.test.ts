import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeTempFolder } from '../test/temp-folder.ts';
import { readConfig } from './config.ts';
import { demoClient } from './demo/demo-client.ts';

/** Content of `clients.yaml`, and how the start refuses other content (docs/openid.md). */

const PROJECT = join(import.meta.dirname, '../../..');
const home = makeTempFolder('clients');
const catalogue = join(home.path, 'catalogue');
const file = join(catalogue, 'clients.yaml');
cpSync(join(PROJECT, 'catalog'), catalogue, { recursive: true });
afterAll(() => home.remove());

const SECRET = 'a secret of the product with 32 letters';
const configOf = (env: NodeJS.ProcessEnv) =>
  readConfig(
    { FOYER_HOME: home.path, FOYER_SECRET: 'a secret of the tests of settings', CATALOGUE: catalogue, ...env },
    PROJECT,
  );
const problemsOf = (text: string, secrets = `drive-app=${SECRET}`): string => {
  writeFileSync(file, text);
  try {
    configOf({ OPENID_CLIENT_SECRETS: secrets });
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

const entry = `
- id: drive-app
  name: { en: Drive, de: Drive }
  kind: confidential
  brand: drive
  scopes: [openid, profile]
  redirectAddresses: [https://drive.example.com/callback]
  backchannelLogoutAddress: https://drive.example.com/logout
`;
const program = `
- id: desktop
  name: { en: Desktop, de: Desktop }
  kind: public
  vendorsOwn: true
  redirectAddresses: ['http://127.0.0.1/callback', 'com.example.desktop:/callback']
`;

test('a catalogue without clients.yaml has no clients and starts', () => {
  rmSync(file);
  expect(configOf({ DEMO: '0' }).productClients).toEqual([]);
});

test('the demo has the client of the example product on this machine, unless the file has one with its id', () => {
  writeFileSync(file, '[]');
  expect(configOf({}).productClients).toEqual([demoClient]);
  for (const text of [...demoClient.redirectAddresses, demoClient.backchannelLogoutAddress ?? ''])
    expect(new URL(text).hostname).toBe('127.0.0.1');
  const others: NodeJS.ProcessEnv[] = [{ DEMO: '0' }, { SANDBOX: '1', PUBLIC_URL: 'https://account.example.com' }];
  for (const env of others) expect(configOf(env).productClients).toEqual([]);
  writeFileSync(file, entry.replace('drive-app', demoClient.id));
  const secret = 'the secret of an own example product';
  const { productClients } = configOf({ OPENID_CLIENT_SECRETS: `${demoClient.id}=${secret}` });
  expect(productClients).toEqual([expect.objectContaining({ id: demoClient.id, secret, brand: 'drive' })]);
});

test('the clients of the file are read, each confidential one with its secret from the setting', () => {
  expect(problemsOf(entry + program)).toBe('');
  expect(configOf({ DEMO: '0', OPENID_CLIENT_SECRETS: `drive-app=${SECRET}` }).productClients).toEqual([
    {
      id: 'drive-app',
      names: { en: 'Drive', de: 'Drive' },
      secret: SECRET,
      brand: 'drive',
      isVendorsOwn: false,
      grants: ['authorization_code'],
      scopes: ['openid', 'profile'],
      serviceScopes: [],
      redirectAddresses: ['https://drive.example.com/callback'],
      postLogoutAddresses: [],
      backchannelLogoutAddress: 'https://drive.example.com/logout',
    },
    expect.objectContaining({ id: 'desktop', secret: null, brand: null, isVendorsOwn: true, scopes: ['openid'] }),
  ]);
});

test('a secret from a file is not named when it is too short', () => {
  writeFileSync(file, entry);
  const secretFile = join(home.path, 'secrets');
  writeFileSync(secretFile, 'drive-app=hidden\n');
  expect(() => configOf({ OPENID_CLIENT_SECRETS_FILE: secretFile })).toThrow(/drive-app must have at least 32/);
  expect(() => configOf({ OPENID_CLIENT_SECRETS_FILE: secretFile })).not.toThrow(/hidden/);
});

test.each([
  ['a misspelt name', entry.replace('kind:', 'knid:'), undefined, /"knid": this name is not known/],
  ['a scope that is none', entry.replace('profile', 'admin'), undefined, /scopes\.1: must be one of openid/],
  ['scopes without openid', entry.replace('openid, ', ''), undefined, /scopes: must have openid/],
  [
    'a redirect without TLS',
    entry.replace('https://drive.example.com/c', 'http://drive.example.com/c'),
    undefined,
    /redirectAddresses\.0: must be a full https address/,
  ],
  [
    'a redirect that a browser rewrites',
    entry.replace('/callback', '/a/../callback'),
    undefined,
    /redirectAddresses\.0/,
  ],
  ['a redirect with a fragment', entry.replace('/callback', '/callback#x'), undefined, /redirectAddresses\.0/],
  [
    'a redirect to a script',
    entry.replace('https://drive.example.com/callback', "'javascript:alert(1)'"),
    undefined,
    /redirectAddresses\.0/,
  ],
  [
    'no redirect',
    entry.replace('[https://drive.example.com/callback]', '[]'),
    undefined,
    /drive-app\.redirectAddresses: needed for the grant authorization_code/,
  ],
  [
    'a redirect of a client without codes',
    `${entry}  grants: []\n`,
    undefined,
    /drive-app\.redirectAddresses: needed for the grant authorization_code, and for it only/,
  ],
  [
    'a program with client credentials',
    `${program}  grants: [authorization_code, client_credentials]\n`,
    '',
    /desktop\.grants: only a confidential client/,
  ],
  [
    'client credentials without scopes',
    `${entry}  grants: [authorization_code, client_credentials]\n`,
    undefined,
    /drive-app\.serviceScopes: needed for the grant client_credentials/,
  ],
  [
    'a service scope for a receiver that cannot introspect',
    `${entry}  grants: [authorization_code, client_credentials]\n  serviceScopes: ['desktop:read']\n${program}`,
    undefined,
    /drive-app\.serviceScopes: desktop:read needs a confidential client desktop/,
  ],
  [
    'a brand that is none',
    entry.replace('brand: drive', 'brand: driev'),
    undefined,
    /drive-app\.brand: driev is not a brand/,
  ],
  ['one language', entry.replace('{ en: Drive, de: Drive }', '{ en: Drive }'), undefined, /name\.de: is missing/],
  ['the same id twice', entry + entry, undefined, /has the same id twice/],
  [
    'a confidential client without a secret',
    entry,
    '',
    /drive-app: a confidential client needs a secret in OPENID_CLIENT_SECRETS/,
  ],
  ['a public client with a secret', program, `desktop=${SECRET}`, /desktop: a public client cannot keep a secret/],
  [
    'a public client that wants to be told',
    `${program}  backchannelLogoutAddress: https://desktop.example.com/x\n`,
    '',
    /desktop\.backchannelLogoutAddress: only a confidential client/,
  ],
  ['a secret of no client', program, `other=${SECRET}`, /OPENID_CLIENT_SECRETS: other is not a client/],
  ['a secret twice', entry, `drive-app=${SECRET},drive-app=${SECRET}`, /once for each client/],
  ['no YAML', '- id: [', '', /clients\.yaml: .* at line 1/],
])('the start is refused in words for %s', (_name, text, secrets, words) => {
  expect(problemsOf(text, secrets)).toMatch(words);
});
