import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { becomeBuyer, chargedCents, openAfresh, stubInstallSite } from './buyer.ts';
import { expectTitleAtFirstPaint } from './first-title.ts';
import { expectHome } from './identity.ts';
import { expectInPlace } from './in-place.ts';
import { cards, FRAME, HEIGHT_PX, inMain, type Layout, parseBoxes, WIDTHS } from './layouts.ts';
import { runFoyerCommand } from './operators.ts';
import { hold, movedPages, top } from './shifts.ts';
import { addressOf, baseUrl, expect, expectUsable, serverHome, test } from './support.ts';
import { expectNothingCut } from './zoom.ts';

/** The vendor of examples/second-vendor: four families of all kinds and three brands, with no change of the source. */

const VENDOR = join(import.meta.dirname, '../examples/second-vendor');

test.use({ settings: { CATALOGUE: VENDOR, BRANDS: join(VENDOR, 'brands.yaml'), DEMO: '0' } });

/** Code that gives a perpetual licence of Charts Ocean. */
const licenceCode = (): string => {
  const batch = ['--plan', 'pln_charts_ocean', '--name', 'boat show', '--count', '1'];
  const out = runFoyerCommand(serverHome(), ['coupons', 'create-perpetual', ...batch]);
  return out.trim().split('\n').at(-1) ?? '';
};

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('[SH-17] a customer buys, changes and cancels plans of families of each kind, redeems a code and extends the licence', async ({
  page,
}) => {
  await stubInstallSite(page, 'https://tidewater.example');
  await becomeBuyer(page, 'nora');
  for (const name of ['Tidewater Charts', 'Tidewater Logbook', 'Tidewater Crew'])
    await expect(page.getByRole('heading', { level: 3, name, exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /Buoys subscription/ })).toBeVisible();
  await expectUsable(page, 'Home');
  await page.getByRole('button', { name: 'Products' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Tidewater Charts', 'Tidewater Logbook', 'Tidewater Crew']);

  // plans: buy 50.00, change to 200.00 on the same day, turn auto-renew off. The tax is 6.25 %.
  await openAfresh(page, '/subscriptions/logbook?plan=pln_logbook_skipper_yearly&step=review');
  await page.getByRole('button', { name: 'Pay $53.13' }).click();
  await expectHome(page);
  await page.goto(`${baseUrl()}/#/subscriptions/logbook?plan=pln_logbook_fleet_yearly&step=review`);
  await expect(title(page, 'Logbook subscription')).toBeVisible();
  await expectUsable(page, 'the review of a change');
  await page.getByRole('button', { name: /^Pay \$159\.3/ }).click();
  await expectHome(page);
  await page.goto(`${baseUrl()}/#/subscriptions/logbook`);
  const fleet = page.getByRole('region', { name: /Fleet, yearly/ });
  await fleet.getByRole('switch', { name: 'Auto-renew' }).click();
  await expect(fleet).toContainText('Nothing is charged then.');

  // tiers: a package of a tier
  await page.goto(`${baseUrl()}/#/subscriptions/charts`);
  await page
    .getByRole('group', { name: 'Voyage billing' })
    .getByRole('radio', { name: /Yearly/ })
    .check();
  await page.getByRole('radio', { name: /^Weather/ }).check();
  await expect(page.getByText('Voyage includes one. Ocean includes both.')).toBeVisible();
  await expectUsable(page, 'tiers');
  await page.getByRole('link', { name: 'Choose plan' }).click();
  await page.getByRole('button', { name: 'Pay $191.25' }).click();
  await page.getByRole('link', { name: 'Install Charts' }).click();
  await expect(page).toHaveURL(/^https:\/\/tidewater\.example\/install\?r=add&subId=sub_/);

  // the second family with tiers has a separate page, and one subscription: without its id the page changes it
  await page.goto(`${baseUrl()}/#/subscriptions/crew?package=pln_crew_boat_yearly&step=review`);
  await expect(title(page, 'Crew subscription')).toBeVisible();
  await page.getByRole('button', { name: /^Pay \$74\.3/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Paid \$74\.3/ })).toBeVisible();
  await page.goto(`${baseUrl()}/#/subscriptions/crew`);
  await expect(page.getByRole('region', { name: /Boat, yearly/ })).toBeVisible();
  await page
    .getByRole('group', { name: 'Yard billing' })
    .getByRole('radio', { name: /Yearly/ })
    .check();
  await expectUsable(page, 'tiers without packages');
  await page.getByText('Compare plans', { exact: true }).click();
  await expect(page.getByRole('row', { name: /^Any number of people/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Five people on board/ })).toHaveCount(0); // both plans have it
  await page.getByRole('link', { name: 'Choose plan' }).click();
  await expect(page.getByRole('button', { name: /^Pay \$350\.6/ })).toBeVisible();
  await expect(page.getByText("You'll get less than you have now")).toHaveCount(0);
  await page.getByRole('button', { name: /^Pay \$350\.6/ }).click();
  await expectHome(page);

  // metered: one page for the plan and its order
  await page.goto(`${baseUrl()}/#/subscriptions/buoys?plan=pln_buoys_bay_monthly`);
  await expectUsable(page, 'a metered family');
  await page.getByRole('button', { name: 'Pay $12.75' }).click();
  await expect(page.getByRole('alert')).toContainText('Your subscription has been updated.');

  // a promotion and its families by name
  await page.goto(`${baseUrl()}/#/promotions/maiden-voyage`);
  await expect(page.getByText('Logbook Skipper and Charts Coast, free for 3 months.')).toBeVisible();
  await expect(page.getByText('The promotion replaces Logbook Fleet today.')).toBeVisible();
  await expectUsable(page, 'a promotion');

  // a code, and the maintenance of its licence
  await page.goto(`${baseUrl()}/#/codes/redeem`);
  await page.getByLabel('Prepaid Code').fill(licenceCode());
  await page.getByRole('button', { name: 'Check code' }).click();
  await page.getByRole('button', { name: 'Redeem', exact: true }).click();
  await expect(page.getByText('Ocean is yours for good.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Account Home' }).click();
  await page.getByRole('link', { name: /Extend/ }).click();
  await page.getByRole('button', { name: 'Choose Extension' }).click();
  await expectUsable(page, 'an extension');
  await page.getByRole('button', { name: /^Confirm and Pay \$12/ }).click();
  await expect(page).toHaveURL(/^https:\/\/tidewater\.example\/install\?r=maintenance/);
  await openAfresh(page, '/');
  expect(await chargedCents(page)).toHaveLength(7);
});

test('[SH-12] [SH-17] nothing moves on the pages of this vendor when responses and scripts are late', async ({
  page,
  context,
}) => {
  await becomeBuyer(page, 'olga');
  const paths = ['/', '/subscriptions/logbook', '/subscriptions/charts', '/subscriptions/crew', '/subscriptions/buoys'];
  for (const [width, height] of [
    [1280, 900],
    [375, 812],
  ] as const) {
    const tab = await context.newPage();
    await tab.setViewportSize({ width, height });
    // The second visit knows the height of the notice.
    const lastCard = tab.getByRole('heading', { level: 3, name: 'Tidewater Crew' });
    await tab.goto(baseUrl());
    await expect(lastCard).toBeVisible();
    await tab.waitForLoadState('networkidle');
    const release = await hold(tab, /\/api\/subscription\/subscriptions$/);
    await tab.reload();
    const waiting = tab.locator('main h2').getByText('Quick actions', { exact: true });
    await expect(waiting).toBeVisible();
    await tab.evaluate(() => document.fonts.ready);
    const before = await top(waiting);
    release();
    await expect(lastCard).toBeVisible();
    expect(await top(waiting), `three cards at ${width} px`).toBe(before);
    expect(await movedPages(tab, paths), `${width} px`).toEqual([]);
    await tab.close();
  }
});

test('[HO-01, SH-12, SH-17] Home of this vendor greets by name before its bundle has loaded', async ({ page }) => {
  await becomeBuyer(page, 'petra');
  await expectTitleAtFirstPaint(page);
});

/** The footer has no phone number. */
const TIDEWATER = {
  ...FRAME,
  footer: [FRAME.footer[0], parseBoxes('0 - 1280 65 | 0 - 768 65 | 0 - 375 149')],
} as const;

const PLACES: readonly (Layout & { ready: RegExp })[] = [
  {
    path: '/',
    ready: /Tidewater Crew/,
    frame: TIDEWATER,
    parts: {
      'first product': [inMain('article'), parseBoxes('308 395 450 - | 32 449 342 - | 16 477 343 -')],
      'second product': [inMain('article:nth-of-type(2)'), parseBoxes('778 395 450 - | 394 449 342 - | 16 - 343 -')],
    },
  },
  {
    path: '/subscriptions/logbook',
    ready: /Skipper/,
    frame: TIDEWATER,
    parts: { 'first plan': [inMain('article'), parseBoxes('308 - 296 - | 32 - 344 - | 16 - 343 -')] },
  },
  {
    path: '/subscriptions/charts',
    ready: /Voyage/,
    frame: TIDEWATER,
    parts: { 'first tier': [inMain('article'), parseBoxes('308 - 296 - | 32 - 344 - | 16 - 343 -')] },
  },
  {
    path: '/subscriptions/crew',
    ready: /Boat/,
    frame: TIDEWATER,
    parts: { 'first tier': [inMain('article'), parseBoxes('308 - 296 - | 32 - 344 - | 16 - 343 -')] },
  },
  {
    path: '/subscriptions/buoys?plan=pln_buoys_bay_monthly',
    ready: /Pay \$/,
    frame: TIDEWATER,
    parts: { summary: [inMain('[class*="summary_panel"]'), parseBoxes('892 - 336 - | 32 - 704 - | 16 - 343 -')] },
  },
  {
    path: '/subscriptions/logbook?plan=pln_logbook_skipper_yearly&step=review',
    ready: /Estimated cost/,
    frame: TIDEWATER,
    parts: { order: [(page) => cards(page).first(), parseBoxes('308 - 552 - | 32 - 704 - | 16 - 343 -')] },
  },
  {
    path: '/payments',
    ready: /Past payments/,
    frame: TIDEWATER,
    parts: {
      'next payment': [(page) => cards(page).first(), parseBoxes('308 209 517 - | 32 263 704 - | 16 177 343 -')],
    },
  },
];

test('[SH-07, SH-17] [WCAG 1.4.4] the parts of the pages of this vendor are in their places, and nothing is cut at 200 % zoom', async ({
  page,
}) => {
  await becomeBuyer(page, 'quint');
  for (const layout of PLACES) {
    await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT_PX });
    await page.goto(`${baseUrl()}/#${layout.path}`);
    await expect(page.getByText(layout.ready).first(), layout.path).toBeVisible();
    await expectInPlace(page, layout, 'localhost');
    await expectNothingCut(page, layout.path);
  }
});

for (const [host, name, accent] of [
  ['tidewater.localhost', 'Tidewater', '#0b6b4a'],
  ['logbook.localhost', 'Tidewater Logbook', '#575f0e'],
  ['harbour.localhost', 'Tidewater Harbour', '#86198f'],
] as const)
  test(`[SH-17] the host ${host} shows its brand with its colour`, async ({ page }) => {
    await page.goto(`${addressOf(host)}/id/`);
    await expect(page).toHaveTitle(new RegExp(name));
    const shown = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'));
    expect(shown).toBe(accent);
    await expectUsable(page, name);
  });
