import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DEMO_BRANDS, demoVendor } from '../test/demo-vendor.ts';
import { makeTempFolder } from '../test/temp-folder.ts';
import { readConfig } from './config.ts';

/** What may stand in `brands.yaml`, and what is said of the rest of it (decision 23). */

const PROJECT = join(import.meta.dirname, '../../..');
const home = makeTempFolder('brands');
afterAll(() => home.remove());

const OWN_SECRET = 'a secret of the tests of settings';
const configOf = (env: NodeJS.ProcessEnv) => readConfig({ FOYER_HOME: home.path, ...env }, PROJECT);
const problemsOf = (env: NodeJS.ProcessEnv): string[] => {
  try {
    configOf(env);
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
  return [];
};

const demoFile = readFileSync(DEMO_BRANDS, 'utf8');
const file = join(home.path, 'brands.yaml');
const withBrands = (text: string) => {
  writeFileSync(file, text);
  return { FOYER_SECRET: OWN_SECRET, BRANDS: file };
};

test('[SH-17] what the file says is what is shown; what it leaves out is not', () => {
  const own = demoFile.replaceAll('Arcwave', 'Lantern').replace(/^ {2}support: .*$/m, '');
  const { vendor } = configOf(withBrands(own));
  expect(vendor.brands.scope).toMatchObject({ key: 'scope', name: 'Lantern Scope', vendor: 'Lantern' });
  expect(vendor.payee.name).toBe('Lantern Instruments, Inc.');
  const { confirmation, menu } = vendor.families.scope ?? {};
  expect([vendor.links.support, confirmation, menu?.length]).toEqual([null, undefined, 4]);
});

test.each([
  ['no YAML', 'brands: [', /brands\.yaml: .* at line 1/],
  ['a misspelt name', demoFile.replace('  privacy:', '  privcy:'), /links: "privcy": this name is not known/],
  ['a script as a link', demoFile.replace('https://arcwave.example/support', 'javascript:alert(1)'), /links\.support/],
  [
    'an origin with a path',
    demoFile.replace('origin: https://drive.arcwave.example', 'origin: https://drive.test/x'),
    /clients\.drive/,
  ],
  [
    'a misspelt name in a client',
    demoFile.replace('    signInAddresses', '    signinAddresses'),
    /clients\.drive: "signinAddresses": this name is not known/,
  ],
  ['days of a trial that are none', demoFile.replace('trialDays: 30', 'trialDays: -3'), /brands\.scope\.trialDays/],
  [
    'a name of two lines',
    demoFile.replace('name: Arcwave Drive', 'name: "A\\nB"'),
    /brands\.drive\.name: must be one line/,
  ],
  ['no payee', demoFile.replace('name: Arcwave Instruments, Inc.', 'name: ""'), /payee\.name/],
  ['a country that there is not', demoFile.replace('country: US', 'country: ZZ'), /payee\.country: must be a country/],
  ['a country by its name', demoFile.replace('country: US', 'country: usa'), /payee\.country: must be a country/],
  [
    'an email address that is none',
    demoFile.replace('support@arcwave.example', 'support at arcwave'),
    /contacts\.supportEmail: must be an email address such as support@example\.com/,
  ],
  [
    'a list of addresses',
    demoFile.replace('sales@arcwave.example', '[a@b.test]'),
    /contacts\.salesEmail: must be a text/,
  ],
  [
    'a telephone number in words',
    demoFile.replace('+1 (800) 555-0142', 'call us'),
    /contacts\.supportPhone: must be a tel/,
  ],
  [
    'a link that everybody on the way can read',
    demoFile.replace('https://arcwave.example/support', 'http://arcwave.example/support'),
    /links\.support: must be an https address/,
  ],
  [
    'a link with a password',
    demoFile.replace('https://arcwave.example/support', 'https://jo:word@arcwave.example/'),
    /links\.support: must be an https address/,
  ],
  ['a link to nobody', demoFile.replace('https://arcwave.example/support', 'mailto:nobody'), /links\.support: must be/],
  [
    'a survey without its place',
    demoFile.replace('/s/{id}', '/s'),
    /links\.survey: must be an https address with \{id\}/,
  ],
  [
    'a menu that is no list',
    demoFile.replace(/ {4}menu:\n( {6}.*\n)+/, '    menu: none\n'),
    /families\.scope\.menu: must be a list/,
  ],
  [
    'a mark whose line ends early',
    demoFile.replace('mark: [M3 12h3.2l2.6-6.5', 'mark: [M3 12h3.2l2.6'),
    /brands\.scope\.mark\.0: must be a path of SVG such as M3 12h18/,
  ],
  ['a mark of numbers', demoFile.replace(/mark: \[M3 12h3.*\]/, 'mark: [5]'), /scope\.mark\.0: must be a text, not 5/],
  [
    'a mark of many long lines',
    demoFile.replace(/mark: \[M3 12h3.*\]/, `mark: [${Array(60).fill('M0 0h900').join()}]`),
    /brands\.scope\.mark: must have at most 60 paths, which together have at most 4000 letters and are at most 1000 long/,
  ],
  ['a trial of ten years', demoFile.replace('trialDays: 30', 'trialDays: 3650'), /trialDays: must be 366 or less/],
  ['no brand', demoFile.replace(/^brands:\n( {2,}.*\n)+/m, 'brands: {}\n'), /brands: must have a brand/],
  [
    'a key of a brand in capitals',
    demoFile.replace('  scope:\n', '  Scope:\n'),
    /brands\.Scope: this name must begin with a-z/,
  ],
  [
    'a family that there is not',
    demoFile.replace('products: [drive, scope, iot]', 'products: [drive, lab]'),
    /brands\.drive\.products: lab is not a family of families\.yaml: drive, scope, iot/,
  ],
  [
    'a host of two brands',
    demoFile.replace('hosts: [drive.localhost]', 'hosts: [scope.localhost]'),
    /brands\.drive\.hosts: scope\.localhost is a host of scope too/,
  ],
  [
    'a colour by its name',
    demoFile.replace("light: '#00657c'", 'light: teal'),
    /brands\.drive\.accents\.light: must be a col/,
  ],
  [
    'an accent with too little contrast',
    demoFile.replace("light: '#00657c'", "light: '#00c7ff'"),
    /brands\.drive\.accents\.light: #00c7ff has too little contrast: white text on it has 1\.9\d, and 4\.5 is the least/,
  ],
])('[SH-17] %s is named with its place', (_, text, words) => {
  const problems = problemsOf(withBrands(text));
  expect(problems.join('\n')).toMatch(words);
  for (const problem of problems) expect(problem).toContain(`BRANDS: ${file}: `);
});

test.each([
  ['https://drive.arcwave.example'],
  ['http://drive.arcwave.example/signin'],
  ['https://drive.arcwave.example/signin?x=1'],
  ['https://drive.arcwave.example/signin#/x'],
  ['https://ada:word@drive.arcwave.example/signin'],
  ['https://drive.arcwave.example:443/signin'],
  ['https://Drive.arcwave.example/signin'],
  ['https://drive.arcwave.example/app/../signin'],
  ['https://*.arcwave.example/*?'],
  ['javascript:alert(1)'],
  ['/signin'],
])('[L4] a sign-in address that no return address can be equal to is named with its place: %s', (address) => {
  const text = demoFile.replace('[https://drive.arcwave.example/signin]', `["${address}"]`);
  expect(problemsOf(withBrands(text))).toEqual([
    expect.stringContaining('clients.drive.signInAddresses.0: must be an https address with its path'),
  ]);
});

test('[L4] a client may register several sign-in addresses, or none', () => {
  const several = ['https://drive.arcwave.example/signin', 'https://drive.arcwave.example:8443/app/'];
  const text = demoFile
    .replace('[https://drive.arcwave.example/signin]', JSON.stringify(several))
    .replace('    signInAddresses: [https://scope.arcwave.example/signin]\n', '');
  const { clients } = configOf(withBrands(text)).vendor;
  expect([clients.drive?.signInAddresses, clients.scope?.signInAddresses]).toEqual([several, undefined]);
});

test.each([
  ['none.yaml', 'There is no such file: correct the path, or create the file.'],
  ['.', 'This is a folder, not a file.'],
  ['brands.yaml/more.yaml', 'There is no such file'],
])('[SH-17] %s, which cannot be read, is named', (name, words) => {
  withBrands(demoFile);
  const problems = problemsOf({ FOYER_SECRET: OWN_SECRET, BRANDS: join(home.path, name) });
  expect(problems).toEqual([expect.stringMatching(new RegExp(`BRANDS: ${join(home.path, name)}.*: ${words}`))]);
});

test('[SH-17] a file of more than 4 MB, or one without end, is refused; a smaller one is read whole', () => {
  const filled = (bytes: number) => demoFile + '#'.repeat(bytes - Buffer.byteLength(demoFile));
  expect(problemsOf(withBrands(filled(4_194_304)))).toEqual([]);
  for (const env of [withBrands(filled(4_194_305)), { FOYER_SECRET: OWN_SECRET, BRANDS: '/dev/zero' }])
    expect(problemsOf(env)).toEqual([expect.stringContaining(`BRANDS: ${env.BRANDS}: It has more than 4 MB`)]);
});

test('[SH-17] brands have any key and number; the first is that of hosts that no brand has', () => {
  const [, scope = ''] = /^ {2}scope:\n((?: {4}.*\n)+)/m.exec(demoFile) ?? [];
  const harbor = `  harbor:\n${scope.replace('scope.localhost', 'harbor.localhost')}`;
  const one = demoFile.replace(/^brands:\n( {2,}.*\n)+/m, `brands:\n${harbor}`);
  const alone = configOf(withBrands(one));
  expect([Object.keys(alone.vendor.brands), alone.defaultBrand]).toEqual([['harbor'], 'harbor']);
  expect([...alone.brandHosts]).toEqual([['harbor.localhost', 'harbor']]);
  const three = configOf({
    ...withBrands(demoFile.replace('brands:\n', `brands:\n${harbor}`)),
    DEFAULT_BRAND: 'drive',
  });
  expect([Object.keys(three.vendor.brands), three.defaultBrand]).toEqual([['harbor', 'scope', 'drive'], 'drive']);
  expect(three.brandHosts.get('scope.localhost')).toBe('scope');
  const own = configOf({ ...withBrands(one), BRAND_HOSTS: 'Account.localhost=harbor' });
  expect([...own.brandHosts]).toEqual([['account.localhost', 'harbor']]);
  expect(problemsOf({ ...withBrands(one), BRAND_HOSTS: 'a.test=scope', SANDBOX: '1' })).toContainEqual(
    expect.stringContaining('BRAND_HOSTS: "a.test=scope" is not host=harbor'),
  );
});

test('[SH-17] a link may lead to a mail program, or, while one tries it out, to this machine', () => {
  const text = demoFile
    .replace('https://arcwave.example/support', 'mailto:support@arcwave.example')
    .replace('https://drive.arcwave.example/\n', 'http://localhost:9000/\n');
  expect(problemsOf(withBrands(text))).toEqual([]);
});

test('[SH-17] real money is not taken in the name of the demo', () => {
  const live = {
    FOYER_SECRET: OWN_SECRET,
    STRIPE_SECRET_KEY: 'sk_live_hidden',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_shown',
    STRIPE_WEBHOOK_SECRET: 'whsec_one',
    SMTP_URL: 'smtps://mail.test',
    MAIL_FROM: 'account@lantern.test',
    PUBLIC_URL: 'https://account.lantern.test',
  };
  expect(problemsOf(live)).toEqual([expect.stringContaining('BRANDS is missing')]);
  expect(problemsOf({ ...live, ...withBrands(demoFile) })).toEqual([]);
});

test('[EX-01] the contacts for export reviews and for scope may be left out, and must be email addresses', () => {
  const { contacts, families } = configOf(withBrands(demoFile)).vendor;
  expect([contacts.exportControlEmail, families.scope?.helpEmail]).toEqual([
    'export@arcwave.example',
    'scope@arcwave.example',
  ]);
  const earlier = demoFile.replace(/^ +(exportControlEmail|helpEmail): .*$/gm, '');
  expect(configOf(withBrands(earlier)).vendor.contacts).toEqual({
    supportPhone: contacts.supportPhone,
    supportEmail: contacts.supportEmail,
    salesEmail: contacts.salesEmail,
  });
  const wrong = demoFile.replace('export@arcwave.example', 'export control');
  expect(problemsOf(withBrands(wrong))).toEqual([expect.stringContaining('contacts.exportControlEmail')]);
});

const lineOf = (family: string) => ({ description: demoVendor.families[family]?.description });

test('[SH-17] brands of a file for release 2.1 have colours, hosts and the address of before', () => {
  const former = demoFile.replace(/^ {4}(accents|hosts|mark|addressFirst): .*\n/gm, '');
  expect(configOf(withBrands(former)).vendor.brands).toEqual(demoVendor.brands);
  const renamed = configOf(withBrands(former.replace('  drive:\n    name', '  harbor:\n    name'))).vendor.brands;
  const { accents } = demoVendor.brands.scope;
  expect(renamed.harbor).toMatchObject({ accents, addressFirst: true, hosts: [] });
});

test('[SH-17] links of a file for release 2.1, whose names begin with a family, belong to that family', () => {
  const former = demoFile
    .replace(/^families:\n( {2,}.*\n)+/m, '')
    .replace('links:\n', 'links:\n  driveApp: https://drive.test/\n  scopeMenu: []\n  scopeConfirmation:\n')
    .replace('contacts:\n', 'contacts:\n  scopeHelpEmail: help@scope.test\n');
  expect(configOf(withBrands(former)).vendor.families).toEqual({
    drive: { ...lineOf('drive'), app: 'https://drive.test/' },
    scope: { ...lineOf('scope'), menu: [], helpEmail: 'help@scope.test' },
    iot: lineOf('iot'),
  });
  expect(problemsOf(withBrands(former.replace('driveApp', 'labApp')))).toEqual([
    expect.stringContaining('families: lab is not a family of families.yaml: drive, scope, iot'),
  ]);
});

test('[SH-17] a mark of a thousand long paths is refused before its paths are read', () => {
  const path = `M0 0${'a9 9 0 1 1 1 1'.repeat(270)}`;
  const text = demoFile.replace(/mark: \[M3 12h3.*\]/, `mark: [${Array(1_000).fill(path).join()}]`);
  const begin = performance.now();
  expect(problemsOf(withBrands(text))).toEqual([expect.stringContaining('scope.mark: must have at most 60 paths')]);
  expect(performance.now() - begin).toBeLessThan(2_000);
});
