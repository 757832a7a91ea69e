import type { Page } from '@playwright/test';
import { readManifest } from './built.ts';
import { advance, becomeBuyer } from './buyer.ts';
import { callAs } from './identity.ts';
import { hold, movedPages, shifted, top, twoFrames, watchShifts } from './shifts.ts';
import { baseUrl, expect, expectNoSkeletons, openSignedIn, startSession, test } from './support.ts';

/** Pages while their chunks and data are loading (SH-12). */

/** Files of lazy chunks: their names are only a hash. Files named in the HTML have longer names. */
const LATER_SCRIPT = /\/assets\/[\w-]{7}\.js$/;

const PHONE = { width: 375, height: 812 };

test('[SH-12] [BY-04] on a phone the sandbox bar shows the full time; a page whose chunk is loading has one heading, and no footer that would move', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await openSignedIn(page, 'pia');
  await expect(page.getByText(/Your next payment is/)).toBeVisible();
  const clock = page.getByRole('region', { name: 'Sandbox' }).getByRole('status');
  await expect(clock).toContainText(/\d\d:\d\d/);
  await expect
    .poll(() => clock.evaluate((one) => [one.scrollWidth - one.clientWidth, one.clientHeight <= 40]), 'on one line')
    .toEqual([0, true]);

  const release = await hold(page, LATER_SCRIPT);
  await page.goto(`${baseUrl()}/#/payments`);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('#main h1')).toHaveText('Loading your account');
  await expect(page.locator('#main > h1 + *')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  release();
  await expect(page.getByRole('heading', { name: 'Past payments' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test('[SH-12] the script of a page loads when the pointer comes to its link; until it has arrived the page shows its heading', async ({
  page,
}) => {
  await openSignedIn(page, 'pia');
  await expect(page.getByText(/Your next payment is/)).toBeVisible();
  const { file } = readManifest('en/.vite/manifest.json')['src/portal/routes/payments.tsx'] ?? {};
  const script = new RegExp(`/${file}$`);
  const release = await hold(page, script);
  const asked = page.waitForRequest(script);
  const tab = page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Payments' });
  await tab.hover();
  await asked;
  await tab.click();
  const waiting = page.locator('#main > p').getByText('Payments', { exact: true });
  await expect(waiting).toBeVisible();
  const before = await top(waiting);
  release();
  const heading = page.getByRole('heading', { level: 1, name: 'Payments', exact: true });
  await expect(heading).toBeVisible();
  expect(await top(heading)).toBe(before);
});

test('[SH-12] [BY-04] offline, a page that cannot load has its title and the link above it, and logs no error', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/); // of the browser
  await openSignedIn(page, 'pia');
  await expect(page.getByText(/Your next payment is/)).toBeVisible();
  await context.setOffline(true);
  const main = page.locator('#main');
  for (const [path, title, parent] of [
    ['/codes/redeem', 'Redeem a prepaid code', 'Home'],
    ['/security/activity', 'Security activity', 'Security'],
    ['/receipt/inv_1', 'Receipt', 'Payments'],
  ] as const) {
    await page.goto(`${baseUrl()}/#${path}`);
    await expect(main.getByText("You're offline. Nothing is lost.")).toBeVisible();
    await expect(main.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(main.getByRole('link', { name: parent, exact: true })).toBeVisible();
  }
});

test.describe(() => {
  // At this width the two buttons do not fit into one row.
  test.use({ locale: 'de-DE', viewport: { width: 320, height: 812 } });

  test('[SH-12] [PY-04] a receipt appears exactly where its placeholder was', async ({ page }) => {
    await openSignedIn(page, 'pia', '/payments');
    const main = page.getByRole('main');
    const link = main.getByRole('table').getByRole('link').first();
    await expect(link).toBeVisible();
    const release = await hold(page, /\/api\/account\/me\/receipts\/\w+/);
    await link.click();
    const waiting = main.getByRole('status').filter({ hasText: 'Beleg wird geladen…' });
    await expect(waiting).toBeAttached();
    await page.evaluate(() => document.fonts.ready);
    const before = await top(waiting.locator('..'));
    await expect(page.getByRole('button', { name: 'Drucken' })).toBeHidden();
    release();
    await expect(page.getByText('Arcwave Instruments, Inc.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Drucken' })).toBeVisible();
    await expect.poll(() => top(main.getByRole('article'))).toBe(before);
  });
});

interface SteadyPage {
  /** Demo customer; Pia if not given. */
  who?: string;
  path: string;
  title: string;
  /** API paths that the page loads, as patterns, in the order in which the test releases the responses. */
  answers: string[];
  /** Last heading of the loaded page. */
  last: string;
}

/** Opens the page with all responses delayed, releases them one by one and expects no layout shift. */
const expectSteady = async (
  page: Page,
  { title, answers, last }: SteadyPage,
  viewport: { width: number; height: number },
  open: () => Promise<unknown>,
): Promise<void> => {
  await page.setViewportSize(viewport);
  await watchShifts(page);
  const held: [RegExp, () => void][] = [];
  for (const answer of answers) {
    const pattern = new RegExp(`/api/${answer}$`);
    held.push([pattern, await hold(page, pattern)]);
  }
  await open();
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  for (const [pattern, release] of held) {
    const answered = page.waitForResponse(pattern);
    release();
    await answered;
    await twoFrames(page);
  }
  await expect(page.getByRole('heading', { name: last })).toBeVisible();
  await expectNoSkeletons(page);
  await twoFrames(page);
  expect(await shifted(page), `${viewport.width} px`).toBeLessThanOrEqual(0.01);
};

const VIEWPORTS = [{ width: 1280, height: 900 }, PHONE];

const STEADY: SteadyPage[] = [
  {
    path: '/security',
    title: 'Security',
    answers: ['account/me', 'auth/me/security/activity', 'auth/me/security/sessions', 'auth/me'],
    last: 'Your data',
  },
  {
    path: '/payments/method',
    title: 'Payment method',
    answers: ['account/me', 'auth/me'],
    last: 'What happens when you save',
  },
  {
    who: 'otto',
    path: '/payments/method',
    title: 'Payment method',
    answers: ['account/me', 'auth/me'],
    last: "Card payments outside the US can't be processed",
  },
];
for (const { who = 'pia', ...steady } of STEADY)
  test(`[SH-12] nothing moves on ${steady.path} for ${who} when its responses arrive one by one, on a desktop screen and on a phone`, async ({
    context,
  }) => {
    for (const viewport of VIEWPORTS) {
      const page = await context.newPage();
      await expectSteady(page, steady, viewport, () => openSignedIn(page, who, steady.path));
      await page.close();
    }
  });

test('[SH-12] [PY-01] nothing moves on /payments with an open receipt when its responses arrive one by one, on a desktop screen and on a phone', async ({
  page,
  context,
}) => {
  await becomeBuyer(page, 'steady');
  await callAs(page, 'POST', '/api/subscription/subscriptions', { planId: 'pln_drive_starter_monthly' });
  const card = { type: 'stripe', token: 'tok_chargeCustomerFail' };
  await callAs(page, 'POST', '/api/account/me/payment_methods', card);
  await advance(page, { until: 'next_renewal' });
  for (const viewport of VIEWPORTS) {
    const tab = await context.newPage();
    const receipts = 'account/me/receipts\\?';
    const unpaid = `${receipts}pageSize=100&unpaid=true`;
    const answers = ['account/me', `${receipts}pageSize=10`, 'auth/me', unpaid, 'subscription/subscriptions'];
    const steady = { path: '/payments', title: 'Payments', answers, last: 'Past payments' };
    await expectSteady(tab, steady, viewport, () => tab.goto(`${baseUrl()}/#/payments`));
    await expect(tab.getByRole('button', { name: /^Pay / })).toBeVisible();
    await tab.close();
  }
});

/** Visits whose pages wait for data, by customer and width of the screen. */
const LATE_VISITS: readonly (readonly [who: string, widthPx: number, paths: readonly string[]])[] = [
  ['pia', 375, ['/', '/security/activity', '/payments', '/payments/next', '/subscriptions/iot', '/codes/redeem']],
  ['ada', 375, ['/', '/payments/method', '/subscriptions/drive', '/subscriptions/scope', '/promotions/2-series']],
  [
    'ada',
    1280,
    [
      ...['/', '/subscriptions/drive?plan=pln_drive_starter_yearly&step=review', '/subscriptions/scope?package=power'],
      ...['/subscriptions/scope?package=pln_scope_starter_yearly&step=review', '/promotions/2-series'],
    ],
  ],
  ['lena', 375, ['/', '/legacy-tekscope']],
];
for (const [who, widthPx, paths] of LATE_VISITS)
  test(`[SH-12] nothing moves on the pages of ${who} at ${widthPx} px when responses and scripts are late`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: widthPx, height: widthPx > 640 ? 900 : 812 });
    await startSession(page, who);
    expect(await movedPages(page, paths)).toEqual([]);
  });

/** Pages that end with closed questions, whose script arrives after the rest of the page; `ready` is in that rest. */
const COMPARISON = { who: 'ada', part: 'components/plan-comparison', question: 'Compare plans' };
const QUESTIONS = [
  { ...COMPARISON, path: '/subscriptions/drive', ready: 'article' },
  { ...COMPARISON, path: '/subscriptions/scope', ready: 'text=/includes$/' },
  { ...COMPARISON, path: '/subscriptions/iot', ready: 'text=Due today' },
  {
    who: 'pia',
    part: 'licence/maintenance-answers',
    question: 'What is maintenance?',
    path: '/',
    ready: 'text=Download license statement',
  },
];
for (const { who, part, question, path, ready } of QUESTIONS)
  test(`[SH-12] the footer stays in its place when ${part} arrives after the rest of the page from ${path} for ${who}`, async ({
    context,
  }) => {
    const { file } = readManifest('en/.vite/manifest.json')[`src/features/subscriptions/${part}.tsx`] ?? {};
    for (const viewport of VIEWPORTS) {
      const page = await context.newPage();
      await page.setViewportSize(viewport);
      const release = await hold(page, new RegExp(`/${file}$`));
      await openSignedIn(page, who, path);
      const main = page.getByRole('main');
      if (path === '/') await main.locator('article a[href*="/subscriptions/scope/sub"]').first().click();
      await expect(main.locator(ready).first()).toBeVisible();
      // only the placeholder of the questions is left
      await expect(main.locator('[class*="skeleton_placeholder"]')).toHaveCount(1);
      await page.evaluate(() => document.fonts.ready);
      const foot = page.locator('footer'); // no role while it is hidden
      const before = await top(foot);
      release();
      await expect(page.getByText(question)).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      expect(await top(foot), `${viewport.width} px`).toBe(before);
      await page.close();
    }
  });
