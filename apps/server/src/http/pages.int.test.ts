import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inject } from '../../test/client.ts';
import { demoVendor } from '../../test/demo-vendor.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { makeTempFolder } from '../../test/temp-folder.ts';
import { brandFinder, brandOfKey } from '../brands.ts';
import { markElements } from './brand-icon.ts';
import type { PageNeeds } from './pages.ts';

/** The parts of the two built pages that the server reads. */
const page = (
  title: string,
  language = 'en',
) => `<!doctype html><html lang="${language}" data-brand=""><head><title>${title} · {brand} Account</title>
<script type="application/json" id="config">{}</script><script>1</script></head><body><svg viewBox="0 0 24 24" data-mark=""></svg></body></html>`;

/** A host whose page cannot be made. */
const FAULTY = 'faulty.test';
/** One where cards are Stripe's. */
const STRIPE = 'stripe.test';
const ACCENTS = '[data-brand]{--accent:#8a1538}';
const folder = makeTempFolder('pages');
const pages: PageNeeds = {
  webFolder: folder.path,
  icons: new Map(['scope', 'drive'].map((brand) => [brand, `<svg id="${brand}"/>`])),
  brandOf: brandFinder(new Map([['drive.localhost', 'drive']]), 'scope'),
  accentStyle: (brand) => (brand === 'drive' ? `<style>${ACCENTS}</style>` : ''),
  portalConfig: (brand, hostname) => {
    if (hostname === FAULTY) throw new Error('no configuration for this host');
    // what tells one kept page from another is the environment: no vendor has two gateways
    const [environment, gateway] = hostname === STRIPE ? ['development', 'stripe'] : ['production', 'sandbox'];
    return {
      brand: brandOfKey(demoVendor.brands, brand) as PortalConfig['brand'],
      links: demoVendor.links,
      families: [
        { key: 'scope', kind: 'tiers' },
        { key: 'drive', kind: 'plans' },
        { key: 'iot', kind: 'metered' },
        { key: 'elsewhere', kind: 'plans' },
      ],
      environment,
      gateway,
    } as PortalConfig;
  },
};
let h: Harness;

beforeAll(async () => {
  await mkdir(join(folder.path, 'assets'));
  for (const [language, home, signIn, operator] of [
    ['en', 'My Account', 'Sign in', 'Operator'],
    ['de', 'Mein Konto', 'Anmelden', 'Operatorbereich'],
  ] as const) {
    await mkdir(join(folder.path, language, 'id'), { recursive: true });
    await writeFile(join(folder.path, language, 'index.html'), page(home, language));
    await writeFile(join(folder.path, language, 'id/index.html'), page(signIn, language));
    await mkdir(join(folder.path, language, 'operator'));
    await writeFile(join(folder.path, language, 'operator/index.html'), page(operator, language));
  }
  await writeFile(join(folder.path, 'assets/picture.svg'), '<svg/>');
  h = await startHarness({
    limits: {
      perAddress: 100,
      perAccount: 100,
      writesPerAccount: 100,
      perVendorKey: 100,
      perProduct: 100,
      eventLoopDelayMs: 60_000,
    },
    pages,
  });
});
afterEach(() => h.log.expectQuiet());
afterAll(async () => {
  await h.stop();
  folder.remove();
});

const get = (url: string, host = 'localhost', method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  inject(h.app, { method, url, headers: { host } });

describe('[SH-17] the sign of the brand', () => {
  test.each([
    ['scope', 'localhost'],
    ['drive', 'drive.localhost'],
  ])('%s: its pages name its icon and no other, and the old name leads there', async (brand, host) => {
    const addresses: unknown[] = [];
    for (const url of ['/', '/id/']) {
      const { text } = await get(url, host);
      addresses.push(...[...text.matchAll(/<link rel="icon"[^>]*href="([^"]+)"/g)].map(([, href]) => href));
    }
    expect(addresses).toEqual([addresses[0], addresses[0]]);
    const old = await get('/favicon.ico', host);
    expect([old.status, old.headers.location]).toEqual([302, addresses[0]]);
    expect(old.headers).toMatchObject({ 'cache-control': 'public, max-age=86400', vary: 'host' });
    const icon = await get(String(old.headers.location), host);
    expect([icon.status, icon.text]).toEqual([200, `<svg id="${brand}"/>`]);
    expect(icon.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  test('its mark is in the static shell', async () => {
    for (const [brand, host] of [
      ['scope', 'localhost'],
      ['drive', 'drive.localhost'],
    ] as const)
      expect((await get('/', host)).text).toContain(
        `data-mark="">${markElements(brandOfKey(demoVendor.brands, brand)).value}</svg>`,
      );
  });

  test('an icon of no brand is not found', async () => {
    expect((await get('/icons/0000000000000000.svg')).status).toBe(404);
  });
});

test.each(['constructor', '__proto__', 'toString', 'DRIVE.LOCALHOST'])(
  '[INV-23] [INV-25] the host %s is a name like any other, on a broken address too',
  async (host) => {
    for (const [url, status] of [
      ['/', 200],
      ['/%', 200],
      ['/id/', 200],
    ] as const) {
      const answer = await get(url, host);
      expect([url, answer.status, answer.headers['content-type']]).toEqual([url, status, 'text/html; charset=utf-8']);
    }
  },
);

test('[INV-25] a page that cannot be made for a broken address is an answer and not the end of the process', async () => {
  const answer = await get('/%', FAULTY);
  expect([answer.status, answer.body]).toMatchObject([400, { error: { type: 'INVALID_REQUEST' } }]);
  expect(h.log.takeErrors().join()).toContain('sending the page for a malformed URL failed');
});

const policyOf = async (url: string, host?: string) =>
  String((await get(url, host)).headers['content-security-policy']);
const framesOf = async (url: string, host?: string) => /frame-src ([^;]*)/.exec(await policyOf(url, host))?.[1];

test('[SH-15] the policy lets in frames of the configured survey host; the sign-in site has none', async () => {
  expect(await framesOf('/survey/x')).toBe('https://survey.arcwave.example');
  expect(await framesOf('/id/')).toBe("'none'");
});

test('[PM-02] the policy lets in the card field of Stripe where cards are Stripe’s, and only on the page that has it', async () => {
  expect(await framesOf('/', STRIPE)).toBe(
    'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://survey.arcwave.example',
  );
  for (const [url, host] of [
    ['/', 'localhost'],
    ['/id/', STRIPE],
    ['/operator/', STRIPE],
  ] as const)
    expect(await policyOf(url, host), `${host}${url}`).not.toContain('stripe.com');
});

test('[BY-05] every page is in the requested or chosen language, and `Vary` says so to caches', async () => {
  const titleOf = async (url: string, headers: Record<string, string>) => {
    const answer = await inject(h.app, { method: 'GET', url, headers: { host: 'localhost', ...headers } });
    expect(answer.headers.vary).toBe('accept-encoding, accept-language, cookie, host');
    expect(answer.text).toContain('"languages":["en","de"]');
    return /<title>(\S+ ?\S*) ·/.exec(answer.text)?.[1];
  };
  expect(await titleOf('/', {})).toBe('My Account');
  expect(await titleOf('/payments', { 'accept-language': 'de-DE' })).toBe('Mein Konto');
  expect(await titleOf('/id/', { 'accept-language': 'de-DE' })).toBe('Anmelden');
  expect(await titleOf('/operator/', { 'accept-language': 'de-DE' })).toBe('Operatorbereich');
  expect(await titleOf('/', { 'accept-language': 'de', cookie: 'foyer-language=en' })).toBe('My Account');
});

describe('[SH-01] a path that cannot be read', () => {
  const unreadable = ['/%E0%A4%A', '/%', '/payments/%ZZ', '/id/%FF%', '/%E0%A4%A?to=%2Fx'];

  test.each(unreadable)('GET %s: the portal’s page, which says that there is no such page', async (url) => {
    const answer = await get(url);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.headers['content-security-policy']).toContain("script-src 'self' 'sha256-");
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.text).toContain('My Account · Arcwave Scope Account');
    expect((await get(url, 'localhost', 'HEAD')).status).toBe(200);
  });

  test.each([
    ['GET', '/api/%E0%A4%A'],
    ['GET', '/api/auth/me/%ZZ'],
    ['GET', '/sandbox/mail/%E0%A4%A'],
    ['GET', '/assets/%E0%A4%A'],
    ['GET', '/webhooks/%'],
    ['POST', '/%E0%A4%A'],
  ] as const)('[CA-02] %s %s: 400 in JSON', async (method, url) => {
    const answer = await get(url, 'localhost', method);
    expect([answer.status, answer.body.error.type]).toEqual([400, 'INVALID_REQUEST']);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });
});

test('[M3] every page of a public sandbox says in its language that only test cards are accepted', async () => {
  const open = await startHarness({ pages: { ...pages, isPublicSandbox: true } });
  for (const url of ['/', '/payments', '/id/', '/operator/', '/%']) {
    const { text, headers } = await inject(open.app, { url });
    expect(text, url).toContain('<aside class="test-installation" aria-label="Test installation">');
    const [, style = ''] = /<style>(.*?)<\/style>/.exec(text) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy'], url).toContain(`style-src 'self' 'sha256-${hash}'`);
    expect((await inject(h.app, { url })).text, url).not.toContain('test-installation');
  }
  const german = await inject(open.app, { url: '/id/', headers: { 'accept-language': 'de' } });
  expect(german.text).toContain('nur Testkarten werden angenommen');
  await open.stop();
});

describe('[L10] an operator site with a separate host name', () => {
  const OPERATOR_HOST = 'operator.vendor.example';
  const OPERATOR = [
    '/operator',
    '/console',
    '/console/customers',
    '/operator/',
    '/operator/customers',
    '/api/operator/me',
    '/api/docs',
    '/api/openapi.json',
  ];
  const PORTAL = ['/payments', '/id/', '/id', '/api/auth/ip', '/api/auth/me', '/sandbox/mail', '/%'];
  const statusAt = async (app: Harness['app'], url: string, host: string) =>
    (await inject(app, { url, headers: { host } })).status;

  test('answers there only, and nothing of the portal does; its files and health do', async () => {
    const { app, stop, log } = await startHarness({ pages, operatorHosts: [OPERATOR_HOST] });
    for (const url of OPERATOR) {
      expect([url, await statusAt(app, url, 'localhost')]).toEqual([url, 404]);
      expect([url, await statusAt(app, url, `${OPERATOR_HOST}:4000`)]).not.toEqual([url, 404]);
    }
    for (const url of PORTAL) {
      expect([url, await statusAt(app, url, OPERATOR_HOST.toUpperCase())]).toEqual([url, 404]);
      expect([url, await statusAt(app, url, 'localhost')]).not.toEqual([url, 404]);
    }
    const signIn = {
      method: 'POST' as const,
      url: '/api/operator/sessions',
      payload: { email: 'a@b.test', password: 'x' },
    };
    expect((await inject(app, { ...signIn, headers: { host: 'localhost' } })).status).toBe(404);
    expect((await inject(app, { ...signIn, headers: { host: OPERATOR_HOST } })).status).toBe(400);
    for (const url of ['/assets/picture.svg', '/healthz']) expect(await statusAt(app, url, OPERATOR_HOST)).toBe(200);
    const bare = await inject(app, { url: '/', headers: { host: OPERATOR_HOST } });
    expect([bare.status, bare.headers.location]).toEqual([302, '/operator/']);
    const former = await inject(app, { url: '/console/work?list=due', headers: { host: OPERATOR_HOST } });
    expect([former.status, former.headers.location]).toEqual([308, '/operator/work?list=due']);
    const robots = await inject(app, { url: '/robots.txt', headers: { host: OPERATOR_HOST } });
    expect(robots.text).toBe('User-agent: *\nDisallow: /\n');
    log.expectQuiet();
    await stop();
  });

  test('[ASVS 4.1.3] behind a proxy only Host says which host name was asked for, and not X-Forwarded-Host', async () => {
    const { app, stop, log } = await startHarness({ pages, operatorHosts: [OPERATOR_HOST], proxyHops: 1 });
    const ask = (url: string, host: string, forwarded: string) =>
      inject(app, { url, headers: { host, 'x-forwarded-host': forwarded } });
    for (const url of OPERATOR) expect([url, (await ask(url, 'localhost', OPERATOR_HOST)).status]).toEqual([url, 404]);
    for (const url of ['/id/', '/api/auth/ip']) {
      expect([url, (await ask(url, OPERATOR_HOST, 'localhost')).status]).toEqual([url, 404]);
      expect([url, (await ask(url, 'localhost', OPERATOR_HOST)).status]).toEqual([url, 200]);
    }
    expect((await ask('/', 'localhost', 'drive.localhost')).text).toContain('data-brand="scope" data-cards="2"');
    expect((await ask('/', 'drive.localhost', 'localhost')).text).toContain('data-brand="drive"');
    log.expectQuiet();
    await stop();
  });

  test('is not the default: it answers beside the portal', async () => {
    for (const url of [...OPERATOR, '/payments', '/id/', '/api/auth/ip'])
      expect([url, await statusAt(h.app, url, OPERATOR_HOST)]).not.toEqual([url, 404]);
  });
});

test('[INV-25] the files of a page count on no limit, so that an office behind one address gets whole pages', async () => {
  const statuses = new Set<number>();
  for (let n = 0; n < 150; n += 1) statuses.add((await get('/assets/picture.svg')).status);
  expect([...statuses]).toEqual([200]);
  expect((await get('/')).status).toBe(200);
});

test('[OP-01] the operator site is a separate page, with a policy as strict as the others and without survey frames', async () => {
  for (const url of ['/operator/', '/operator/customers/acc_1']) {
    const { status, text, headers } = await get(url);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(text).toContain('Operator · Arcwave Scope Account');
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self' 'sha256-");
    expect(headers['content-security-policy']).not.toContain('survey.arcwave.example');
  }
  const bare = await get('/operator');
  expect([bare.status, bare.headers.location]).toEqual([302, '/operator/']);
  expect((await get('/operator/', 'localhost', 'POST')).status).toBe(404);
});

test.each([
  ['/console', '/operator/'],
  ['/console/', '/operator/'],
  ['/console?from=mail', '/operator/?from=mail'],
  ['/console/customers/a%2Fb?x=1&y=%20', '/operator/customers/a%2Fb?x=1&y=%20'],
  ['/%63onsole//other.test', '/operator//other.test'],
])('[OP-01] the former address %s redirects for good to %s', async (former, current) => {
  const { status, headers } = await get(former);
  expect([status, headers.location]).toEqual([308, current]);
});

test.each([
  '/.git/config',
  '/.env',
  '/%2Eenv',
  '/.well-known/nothing',
  '/payments/.htaccess',
  '/metrics',
  '/wp-login.php',
  '/sitemap.xml',
])('a name of a file, or one that begins with a dot, is no page: %s', async (url) => {
  const { status, headers } = await get(url);
  expect([status, String(headers['content-type'])]).toEqual([404, expect.stringContaining('application/json')]);
  expect((await get('/payments/v1.2')).status).toBe(200);
});

test('without clients the addresses of the OpenID provider answer 404 in JSON and no page', async () => {
  const { app, stop, log } = await startHarness({ pages, productClients: [] });
  try {
    for (const url of [
      '/openid',
      '/openid/jwks',
      '/openid/.well-known/openid-configuration',
      '/openid/auth?client_id=x',
    ]) {
      const { status, headers } = await inject(app, { url, headers: { host: 'localhost' } });
      expect([url, status, String(headers['content-type'])]).toEqual([
        url,
        404,
        expect.stringContaining('application/json'),
      ]);
    }
    log.expectQuiet();
  } finally {
    await stop();
  }
});

test('search engines read which paths they may index, and no page of operators', async () => {
  const { status, text, headers } = await get('/robots.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text.split('\n')).toEqual(
    expect.arrayContaining(['User-agent: *', 'Disallow: /api/', 'Disallow: /operator/']),
  );
  expect(text).not.toContain('Disallow: /\n');
});

test.each([
  ['/', 'en', 'Manage your Arcwave subscriptions, payments and security settings in one place.'],
  ['/id/', 'de', 'Verwalten Sie Abonnements, Zahlungen und Sicherheit bei Arcwave an einem Ort.'],
  ['/operator/', 'en', undefined],
])('%s in %s has a colour for the bar of the browser and the description %s', async (url, language, description) => {
  const { payload } = await h.app.inject({ url, headers: { 'accept-language': language } });
  expect(payload.match(/<meta name="description" content="([^"]*)">/)?.[1]).toBe(description);
  expect(payload).toContain('<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e0f12">');
});

test('[SH-17] the page of a brand with other accents has a style for them, and its policy has the hash', async () => {
  const page = async (host: string) => {
    const { payload, headers } = await h.app.inject({ url: '/', headers: { host } });
    return { payload, policy: String(headers['content-security-policy']) };
  };
  const hash = createHash('sha256').update(ACCENTS).digest('base64');
  const drive = await page('drive.localhost');
  expect(drive.payload).toContain(`<style>${ACCENTS}</style></head>`);
  expect(drive.policy).toContain(hash);
  const scope = await page('localhost');
  expect(scope.payload).not.toContain(ACCENTS);
  expect(scope.policy).not.toContain(hash);
});
