import { callAs, expectHome, NO_CLOCK, register, signIn } from './identity.ts';
import { baseUrl, expect, expectUsable, openSignedIn, test } from './support.ts';

/** What people (and others) type, shown as the text it is on every page that shows it. */

const SCRIPT = '<script>document.title="owned"</script><img src=x onerror=alert(1)>';
const HOSTILE = {
  'emoji and both directions': {
    firstName: '👩‍🚀 Zoë',
    lastName: 'שלום مرحبا',
    organization: '\u202eevil 🏳️‍🌈 Co',
  },
  markup: { firstName: SCRIPT, lastName: '<b>Bold</b>', organization: SCRIPT },
  'without an end': { firstName: 'W'.repeat(50), lastName: 'W'.repeat(50), organization: 'W'.repeat(200) },
} as const;

const ADDRESS = {
  country: 'US',
  addressLine1: '88 Charles St',
  addressLine2: '',
  city: 'Boston',
  state: 'MA',
  postalCode: '02110',
};

/** Every page that shows the name, the company or the address. */
const PAGES: readonly (readonly [path: string, ready: string | RegExp])[] = [
  ['/', 'Quick actions'],
  ['/address', 'Add or Change Address'],
  ['/payments', 'Payment method'],
  ['/payments/method', 'Billing address'],
  ['/subscriptions/drive?plan=pln_drive_starter_yearly&step=review', 'Estimated cost'],
  ['/security', 'Security activity'],
];

const PASSWORD = 'a long enough passphrase';

for (const [at, [kind, hostile]] of Object.entries(HOSTILE).entries()) {
  test(`[BY-04] [threats §2] names and companies: ${kind}, shown as they were typed, and nothing stands out`, async ({
    page,
    complaints,
  }) => {
    complaints.expect(NO_CLOCK);
    page.on('dialog', () => {
      throw new Error('something that was typed ran');
    });
    const name = `bad-input-${at}`;
    await register(page, name, PASSWORD);
    await page.goto(`${baseUrl()}/`);
    await signIn(page, name, PASSWORD);
    await expectHome(page);
    await callAs(page, 'POST', '/api/auth/me/addresses', { ...ADDRESS, ...hostile });
    await page.setViewportSize({ width: 375, height: 812 });
    await page.reload();
    for (const [path, ready] of PAGES) {
      await page.goto(`${baseUrl()}/#${path}`);
      await expect(page.getByText(ready).first()).toBeVisible();
      await expectUsable(page, `${kind}: ${path}`);
      expect(await page.evaluate(() => document.querySelectorAll('main script, main img[src="x"]').length)).toBe(0);
    }
    await page.goto(`${baseUrl()}/#/address`);
    await expect(page.getByRole('main')).toContainText(hostile.organization);
    await expect(page).toHaveTitle(/^Address/);
  });
}

const PAYLOADS = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '///evil.example',
  '/%2e%2e//evil.example',
  '/%09/evil.example',
  '/.evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https:evil.example',
  '@evil.example/',
  '/path@evil.example',
  '#@evil.example',
] as const;

test('[SE-03] [threats §2] no redirect parameter puts a link to another site on any page', async ({ page }) => {
  await openSignedIn(page, 'pia');
  const own = new Set([new URL(baseUrl()).host, 'drive.arcwave.example', 'scope.arcwave.example', 'arcwave.example']);
  for (const payload of PAYLOADS) {
    for (const [path, parameter] of [
      ['/promotions', 'from'],
      ['/address', 'returnPath'],
      ['/payments/method', 'returnPath'],
      ['/signin', 'to'],
      ['/', 'bucket'],
    ] as const) {
      const query = new URLSearchParams({ [parameter]: payload });
      if (parameter === 'bucket') query.set('referrerClient', 'drive');
      await page.goto(`${baseUrl()}/#${path}?${query}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const hosts = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
          .filter(({ protocol }) => !/^(mailto|tel):$/.test(protocol))
          .map(({ host, protocol }) => (/^https?:$/.test(protocol) ? host : protocol)),
      );
      expect(
        hosts.filter((host) => !own.has(host)),
        `${path}?${parameter}=${payload}`,
      ).toEqual([]);
      expect(new URL(page.url()).origin, `${path}?${parameter}=${payload}`).toBe(baseUrl());
    }
  }
});
