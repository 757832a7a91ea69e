import type { ClosurePlan } from '@foyer/contract/api/closing';
import { screen, waitFor, within } from '@testing-library/react';
import type { RequestHandler } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { config } from '../../lib/config.ts';
import { aMe } from '../../testing/builders.ts';
import { answer, offlineHandler, refuse } from '../../testing/handlers.ts';
import { emptySecurity, ownClaims } from '../../testing/security-answers.ts';
import { withConfig } from '../../testing/with-config.ts';

const PLAN = 'GET /api/auth/me/closure-plan';
const CLOSE = 'DELETE /api/auth/users';
const EXPORT = 'GET /api/auth/me/export';

// some modules read the brand when they load: this file is the drive brand's, so they load after it is set
const drive = {
  ...config.brand,
  key: 'drive',
  name: 'Arcwave Drive',
  secondTab: 'subscription',
  canClose: true,
} as const;
Object.assign(config, { brand: drive });
withConfig({ brand: drive });
const { renderApp } = await import('../../testing/render-app.tsx');
const { server } = await import('../../testing/server.ts');
const { redirect } = await import('../../lib/redirect.ts');

const redirects = vi.fn<(address: string) => void>();
beforeEach(() => {
  redirects.mockClear();
  vi.spyOn(redirect, 'to').mockImplementation(redirects);
});

const anItem = (overrides: Partial<ClosurePlan['items'][number]> = {}): ClosurePlan['items'][number] => ({
  subscriptionId: 'sub_1',
  product: 'drive',
  planName: 'Pro',
  kind: 'paid',
  paidUntil: '2027-01-10T00:00:00Z',
  renews: true,
  canStopRenewal: true,
  ...overrides,
});

const aPlan = (overrides: Partial<ClosurePlan> = {}): ClosurePlan => ({
  items: [anItem()],
  openAmountCents: 0,
  creditCents: 0,
  card: null,
  receipts: 0,
  orderedAt: null,
  orderedBy: null,
  blocked: null,
  ...overrides,
});

const open = (path: string, ...handlers: RequestHandler[]) =>
  renderApp(path, {
    handlers: [...handlers, answer('GET /api/auth/me', aMe({ claims: ownClaims })), ...emptySecurity()],
  });

const closeButton = () => screen.findByRole('button', { name: 'Close account' });

test('[SC-10] the drive brand warns, and leads to the planner', async () => {
  const { user } = open('/security', answer(PLAN, aPlan()));
  const block = await screen.findByRole('region', { name: 'Close account' });
  expect(block.textContent).toContain('files are lost');
  await user.click(within(block).getByRole('link', { name: 'Close account' }));
  expect(await screen.findByText('Your data is lost')).toBeDefined();
});

test('[SC-10] product by product what is lost, and that switching renewal off may be what is wanted', async () => {
  open(
    '/security/close',
    answer(
      PLAN,
      aPlan({
        items: [
          anItem(),
          anItem({
            subscriptionId: 'sub_2',
            product: 'scope',
            planName: 'Ultimate',
            kind: 'perpetual',
            paidUntil: null,
            canStopRenewal: false,
          }),
          anItem({
            subscriptionId: 'sub_3',
            product: 'scope',
            planName: 'Starter',
            kind: 'prepaid',
            canStopRenewal: false,
          }),
        ],
        openAmountCents: 2165,
        creditCents: 936,
        card: { brand: 'visa', last4: '4242' },
        receipts: 3,
      }),
    ),
  );
  const ends = await screen.findByRole('region', { name: 'What ends' });
  const [drive, perpetual, prepaid] = within(ends).getAllByRole('listitem');
  expect(drive?.textContent).toContain('Arcwave Drive Pro');
  expect(drive?.textContent).toContain("Time you've already paid for (until Jan 10, 2027) isn't refunded.");
  const instead = within(drive as HTMLElement).getByRole('link', { name: 'Turn off auto-renew for Pro' });
  expect(instead.getAttribute('href')).toBe('#/subscriptions/drive/sub_1');
  expect(perpetual?.textContent).toContain('The license goes with the account');
  expect(within(perpetual as HTMLElement).queryByRole('link')).toBeNull();
  expect(prepaid?.textContent).toContain('The prepaid time until Jan 10, 2027 is given up');

  const rest = screen.getByRole('region', { name: 'What happens to the rest' }).textContent;
  expect(rest).toContain('3 invoices stay');
  expect(rest).toContain('Your credit of $9.36 stays');
  expect(rest).toContain('The open amount of $21.65 is no longer asked for.');
  expect(rest).toMatch(/Visa\s••••\s4242 is removed/);
});

test('[SC-10, SE-09] closing needs the password, and ends signed out with reason=closed', async () => {
  let sent: unknown;
  const { user } = open(
    '/security/close',
    answer(PLAN, aPlan()),
    answer(CLOSE, async ({ request }) => {
      sent = await request.json();
      return undefined as never;
    }),
    answer('DELETE /api/auth/me/security/tokens/:jti', undefined),
  );
  const close = (await closeButton()) as HTMLButtonElement;
  expect(close.disabled).toBe(true);
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  await user.click(close);
  await waitFor(() => expect(redirects).toHaveBeenCalledOnce());
  expect(sent).toEqual({ password: 'secret-1' });
  expect(new URL(redirects.mock.calls[0]?.[0] ?? '').searchParams.get('reason')).toBe('closed');
});

test.each([
  ['INVALID_CREDENTIALS', 'It appears that this password was wrong.'],
  ['FORBIDDEN', "Your account isn't allowed to do this."],
  ['OPERATION_IN_PROGRESS', 'A payment is still being decided. Nothing changed. Try again in a few minutes.'],
  ['PAYMENT_GATEWAY_ERROR', 'Our payment provider could not remove your card, so nothing was closed. Try again later.'],
] as const)('[SC-10] %s: nothing is closed, and why', async (type, text) => {
  const { user } = open('/security/close', answer(PLAN, aPlan()), refuse(CLOSE, type));
  await user.type(await screen.findByLabelText('Account password'), 'secret-1');
  await user.click(await closeButton());
  expect(await screen.findByText(text)).toBeDefined();
  expect(location.hash).toBe('#/security/close');
});

test('[SC-10] a provider that has not answered: the account stays, its card does not, and the page says both', async () => {
  let asked = 0;
  const { user } = open(
    '/security/close',
    answer(PLAN, () =>
      asked++ === 0 ? aPlan({ card: { brand: 'visa', last4: '4242' } }) : aPlan({ orderedAt: '2026-11-26T09:00:00Z' }),
    ),
    refuse(CLOSE, 'PAYMENT_GATEWAY_ERROR', { code: 'undecided' }),
  );
  await screen.findByText(/is removed at our payment provider/);
  expect(screen.getByRole('link', { name: 'Keep my account' })).toBeDefined();
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  await user.click(await closeButton());
  expect(await screen.findByText(/isn't closed yet.* Your card is no longer on your account\./)).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/is removed at our payment provider/)).toBeNull());
  const waiting = await screen.findByRole('heading', { name: 'Your account is being closed' });
  expect(waiting.parentElement?.textContent).toMatch(/You closed it on Nov 26, 2026.*Until then no card is charged/);
  expect(screen.queryByRole('link', { name: 'Keep my account' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Save a card to keep it' }).getAttribute('href')).toBe('#/payments/method');
});

test('[SC-10] a closing that an operator ordered and that waits is not called the own one of the customer', async () => {
  const waiting = aPlan({ orderedAt: '2026-11-26T09:00:00Z', orderedBy: 'support' });
  open('/security/close', answer(PLAN, waiting));
  const heading = await screen.findByRole('heading', { name: 'Your account is being closed' });
  expect(heading.parentElement?.textContent).toContain('Our support team ordered this on Nov 26, 2026');
});

test.each([
  ['no answer at all', offlineHandler(CLOSE)],
  ['a fault of the server', refuse(CLOSE, 'INTERNAL_ERROR')],
])('[SC-10] %s: nobody says that nothing changed, and how one can tell', async (_, lost) => {
  const { user } = open('/security/close', answer(PLAN, aPlan()), lost);
  await user.type(await screen.findByLabelText('Account password'), 'secret-1');
  await user.click(await closeButton());
  expect(await screen.findByText(/We don't know if this was done.*will take you to sign-in/)).toBeDefined();
});

test.each([
  ['claim_missing', "Your account isn't allowed to do this. Your administrator can close it."],
  ['payment_undecided', 'A payment is still being decided. Try again in a few minutes.'],
  ['export_review', 'Your account is under review. It can be closed when the review is decided.'],
] as const)('[SC-09, SC-10] %s: the button is disabled and says why', async (blocked, text) => {
  open('/security/close', answer(PLAN, aPlan({ blocked })));
  const close = (await closeButton()) as HTMLButtonElement;
  expect(close.disabled).toBe(true);
  expect(document.getElementById(close.getAttribute('aria-describedby') ?? '')?.textContent).toBe(text);
});

test('[SC-10] an account of another brand: support by email, and no button that never works', async () => {
  open('/security/close', answer(PLAN, aPlan({ blocked: 'brand' })));
  const support = await screen.findByRole('link', { name: 'Write to support' });
  expect(support.getAttribute('href')).toBe(`mailto:${config.contacts.supportEmail}`);
  expect(support.parentElement?.textContent).toBe("This account can't be closed here. Write to support to close it.");
  expect(screen.queryByRole('button', { name: 'Close account' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Close it' })).toBeNull();
});

test('[SC-10] a plan that did not load closes nothing and can be tried again', async () => {
  const { user } = open('/security/close', refuse(PLAN, 'INTERNAL_ERROR'));
  expect(await screen.findByText("We couldn't tell what closing would do.")).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Close account' })).toBeNull();
  server.use(answer(PLAN, aPlan({ items: [] })));
  await user.click(screen.getByRole('button', { name: /Try again/ }));
  expect(await screen.findByText('You hold no subscription.')).toBeDefined();
});

const anExport = { id: 'exp_1', requestedAt: '2026-11-22T00:00:00Z', expiresAt: '2026-11-29T00:00:00Z', bytes: 100 };

test('[BY-02] a copy is asked for with the password, and the page says that it is on its way', async () => {
  let sent: unknown;
  const { user } = open(
    '/security',
    answer('POST /api/auth/me/export', async ({ request }) => {
      sent = await request.json();
      return { ...anExport, status: 'pending' as const, expiresAt: null, bytes: null };
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Request a copy of my data' }));
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByText("We're preparing your copy. This usually takes a minute.")).toBeDefined();
  expect(sent).toEqual({ password: 'secret-1' });
});

test('[L5] a copy that another session requested: the page says what to do', async () => {
  const { user } = open(
    '/security',
    answer(EXPORT, { export: { ...anExport, status: 'ready' } }),
    refuse('GET /api/auth/me/export/:id', 'FORBIDDEN'),
  );
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'It was requested on another device. Request it again here.',
  );
});

test('[BY-02] a copy that is gone by the time it is asked for: the page says so, and another can be had', async () => {
  let asked = 0;
  const { user } = open(
    '/security',
    answer(EXPORT, () => ({
      export: { ...anExport, status: asked++ === 0 ? ('ready' as const) : ('expired' as const) },
    })),
    refuse('GET /api/auth/me/export/:id', 'TOKEN_EXPIRED'),
  );
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  expect(await screen.findByText('The last copy is gone. Ask for a new one.')).toBeDefined();
});

test('[BY-02] a copy that is ready is one JSON file, made in the page', async () => {
  const saved: Blob[] = [];
  const names: string[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      saved.push(blob);
      return 'blob:data';
    },
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const { user } = open(
    '/security',
    answer(EXPORT, { export: { ...anExport, status: 'ready' } }),
    answer('GET /api/auth/me/export/:id', { user: { email: 'ada@demo.arcwave.test' } }),
  );
  const download = await screen.findByRole('button', { name: 'Download' });
  vi.mocked(HTMLAnchorElement.prototype.click).mockClear();
  await user.click(download);
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(names).toEqual(['drive-account-data.json']);
  expect(saved[0]?.type).toBe('application/json');
});

test('[BY-02] a copy that is gone can be asked for anew', async () => {
  open('/security', answer(EXPORT, { export: { ...anExport, status: 'expired' } }));
  expect(await screen.findByText('The last copy is gone. Ask for a new one.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Request a copy of my data' })).toBeDefined();
});
