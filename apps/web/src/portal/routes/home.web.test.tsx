import type { Me } from '@foyer/contract/api/auth';
import { consentForms } from '@foyer/contract/vocabulary/consent-forms';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, type RequestHandler } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { ROWS_KEY, writeStored } from '../../lib/browser-store.ts';
import { aCard, aMe, anAccount } from '../../testing/builders.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

const READ = 'GET /api/consent/articles/:article';
const ANSWER = 'POST /api/consent/articles/:article';
const QUESTION = 'Would you like news about Arcwave products?';

/** The text that the server keeps as proof (L13). */
const formOf = (version: string) =>
  consentForms.find((form) => form.version === version)?.texts.en.replace('{vendor}', 'Arcwave');

const marketing = (given: 'yes' | 'no' | 'unknown') =>
  answer(READ, { article: 'marketing', marketingEnabledAnswer: given, answer: given, flag: null });
const meHandler = (user: Partial<Me['user']> = {}) =>
  answer('GET /api/auth/me', aMe({ user: { asksMarketing: true, ...user } }));
const answerReply = (given: 'yes' | 'no') =>
  HttpResponse.json(
    { article: 'marketing', marketingEnabledAnswer: given, answeredAt: '2026-11-22T00:00:00Z' },
    { status: 201 },
  );

const open = (...handlers: RequestHandler[]) =>
  renderApp('/', {
    handlers: [
      ...handlers,
      answer('GET /api/subscription/subscriptions', { subscriptions: [], data: { subscriptions: [] } }),
    ],
  });

/** Scrolls to the end: what is below comes into view. */
let scrollDown: () => void;

beforeEach(() => {
  scrollDown = () => undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        scrollDown = () => act(() => notify([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  return () => vi.unstubAllGlobals();
});

const below = async (...handlers: RequestHandler[]) => {
  const app = open(...handlers);
  await screen.findByRole('heading', { name: 'Welcome, Ada' });
  scrollDown();
  return app;
};

test('[HO-02] where an answer is asked for and there is none: asked, with two equal answers', async () => {
  open(meHandler());
  expect(await screen.findByText(QUESTION)).toBeDefined();
  const no = screen.getByRole('button', { name: 'No, thanks' });
  expect(screen.getByRole('button', { name: 'Yes, send news' }).className).toBe(no.className);
});

test.each([
  ['no visit before', ''],
  ['no place kept for it', '67 67 0 0'],
  ['its place of the last visit kept', '67 67 122 0'],
])('[HO-02] [SH-12] the question stands under the title, above the products, with %s', async (_, heights) => {
  writeStored(ROWS_KEY, heights);
  open(meHandler());
  const question = await screen.findByText(QUESTION);
  const title = screen.getByRole('heading', { name: 'Welcome, Ada' });
  const products = screen.getByRole('heading', { name: 'Products' });
  expect(title.compareDocumentPosition(question)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(products.compareDocumentPosition(question)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test.each([
  ['another country, or a given answer', []],
  ['somebody who did not load', [refuse('GET /api/auth/me', 'INTERNAL_ERROR')]],
])('[HO-02] %s: not asked', async (_, handlers) => {
  open(...handlers);
  expect(await screen.findAllByText('No subscription')).toHaveLength(2);
  await act(() => new Promise((done) => setImmediate(done)));
  expect(screen.queryByText(QUESTION)).toBeNull();
});

test.each([
  ['No, thanks', 'no'],
  ['Yes, send news', 'yes'],
] as const)('[CO-01] %s is kept with the very words on the screen and the address of the page', async (name, given) => {
  let sent: unknown;
  const { user } = open(
    meHandler(),
    answer(ANSWER, async ({ request, params }) => {
      sent = { article: params.article, ...((await request.json()) as object) };
      return answerReply(given);
    }),
  );
  const question = await screen.findByText(QUESTION);
  const line = 'Product updates and offers, at most twice a month. Change your answer any time.';
  expect(screen.getByText(line)).toBeDefined();
  await user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(question.isConnected).toBe(false));
  expect(sent).toEqual({
    article: 'marketing',
    form: `${QUESTION} ${line}`,
    answer: given,
    client: location.origin,
  });
  expect(formOf('marketing-question-1')).toBe(`${QUESTION} ${line}`);
});

test.each([
  ['was not kept', 'PAYLOAD_TOO_LARGE', "That wasn't saved. Try again."],
  ['may not have been kept', 'INTERNAL_ERROR', /We don't know if it was saved/],
  ['came too often', 'RATE_LIMITED', /Too many tries/],
] as const)('[CO-01, INV-12] an answer that %s: the question stays, with the reason', async (_, error, text) => {
  const { user } = open(meHandler(), refuse(ANSWER, error));
  await user.click(await screen.findByRole('button', { name: 'Yes, send news' }));
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.getByText(QUESTION)).toBeDefined();
});

test('[HO-03] a pending export review is said, in the place of the question', async () => {
  open(meHandler({ exportPending: true }));
  expect(await screen.findByText('Account Pending')).toBeDefined();
  expect(screen.queryByText(QUESTION)).toBeNull();
});

test('[EX-01] what is kept during the review is named, and what cannot be ordered', async () => {
  const times = { heldAt: '2026-11-20T00:00:00Z', releasedAt: '2026-12-04T00:00:00Z' };
  open(
    meHandler({ exportPending: true }),
    answer('GET /api/auth/me/ecac-status', {
      isPending: true,
      status: 'pending',
      answerBy: null,
      held: [
        { kind: 'promotion', name: '2-series', ...times },
        { kind: 'prepaid', name: 'Scope Starter', ...times },
      ],
    }),
  );
  expect(await screen.findByText(/We'll keep/)).toHaveProperty(
    'textContent',
    "We'll keep 2-series and Scope Starter for you and add it to your account when the review is done.",
  );
  expect(screen.getByText(/no Scope plan can be ordered/)).toBeDefined();
});

test('[EX-01] a review that said no is said, with whom to ask', async () => {
  open(meHandler({ exportDenied: true }));
  expect(await screen.findByText('Software downloads are blocked')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe(
    'mailto:export@arcwave.example',
  );
  expect(screen.queryByText(QUESTION)).toBeNull();
});

test('[HO-03] [SH-12] the review stands above the products at a first visit too, with the day of the answer', async () => {
  open(
    answer('GET /api/auth/me', aMe({ user: { exportPending: true } })),
    answer('GET /api/auth/me/ecac-status', { isPending: true, status: 'pending', answerBy: '2026-11-24', held: [] }),
    answer('GET /api/account/me', anAccount({ clock: { status: 'ready', now: '2026-11-24T23:59:59Z' } })),
  );
  const day = await screen.findByText('Nov 24, 2026');
  expect(day.parentElement?.textContent).toBe("We'll answer by Nov 24, 2026.");
  const products = screen.getByRole('heading', { name: 'Products' });
  expect(products.compareDocumentPosition(day)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test('[HO-03] after the day of the answer the review promises no day', async () => {
  open(
    answer('GET /api/auth/me', aMe({ user: { exportPending: true } })),
    answer('GET /api/auth/me/ecac-status', { isPending: true, status: 'pending', answerBy: '2026-11-24', held: [] }),
    answer('GET /api/account/me', anAccount({ clock: { status: 'ready', now: '2026-11-25T00:00:00Z' } })),
  );
  expect(await screen.findByText("Our answer is late. We'll email it to you.")).toBeDefined();
  expect(screen.queryByText(/We'll answer by/)).toBeNull();
});

test('[HO-04] [PM-06] an expired card is flagged where it is shown', async () => {
  open(answer('GET /api/account/me', anAccount({ paymentMethod: aCard({ expired: true }) })));
  const action = await screen.findByRole('link', { name: /Payment method/ });
  expect(action.textContent).toBe('Payment method•••• 4242Expired');
});

test('[HO-05] the security block is fetched when it comes into view, and leads to each editor', async () => {
  open(marketing('no'), answer('GET /api/auth/me', aMe({ user: { passwordChangedOn: '2025-11-02T00:00:00Z' } })));
  await screen.findByRole('heading', { name: 'Welcome, Ada' });
  expect(screen.queryByRole('region', { name: 'Security' })).toBeNull();
  scrollDown();
  const block = await screen.findByRole('region', { name: 'Security' });
  expect(block.textContent).toContain('ada@demo.arcwave.test');
  expect(block.textContent).toContain('Changed Nov 2, 2025');
  expect(within(block).getByText('Off')).toBeDefined();
  const hrefs = within(block)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual([
    '#/security',
    '#/security?active=email',
    '#/security?active=password',
    '#/security?active=mfa',
  ]);
});

test('[HO-05, CO-02] usage data: shown as asked for and busy while it is saved, kept when it is', async () => {
  const sent: unknown[] = [];
  const gate = Promise.withResolvers<void>();
  const { user } = await below(
    marketing('no'),
    answer('PATCH /api/auth/me', async ({ request }) => {
      sent.push(await request.json());
      await gate.promise;
      return aMe({ user: { allowDataCollection: false } }).user;
    }),
  );
  const toggle = await screen.findByRole('switch', { name: 'Allow app usage data collection' });
  expect(toggle.getAttribute('aria-checked')).toBe('true');
  await user.click(toggle);
  expect(toggle.getAttribute('aria-checked')).toBe('false');
  expect(toggle.getAttribute('aria-busy')).toBe('true');
  await user.click(toggle); // waits its turn
  gate.resolve();
  await waitFor(() => expect(toggle.getAttribute('aria-busy')).toBeNull());
  expect(toggle.getAttribute('aria-checked')).toBe('false');
  expect(sent).toEqual([{ allowDataCollection: false }]);
});

test('[HO-05] a switch that was not saved goes back, and says so', async () => {
  const { user } = await below(
    marketing('yes'),
    refuse('PATCH /api/auth/me', 'PAYLOAD_TOO_LARGE'),
    refuse(ANSWER, 'PAYLOAD_TOO_LARGE'),
  );
  for (const name of ['Allow app usage data collection', 'Marketing news']) {
    const toggle = await screen.findByRole('switch', { name });
    await user.click(toggle);
    const row = within(toggle.closest('li') as HTMLElement);
    expect(await row.findByText("That wasn't saved. Try again.")).toBeDefined();
    expect(toggle.getAttribute('aria-checked')).toBe('true');
  }
});

test('[HO-05, INV-12] saved although the answer was lost: the switch stands as the server has it, and nobody claims otherwise', async () => {
  let on = true;
  const { user } = await below(
    answer('GET /api/auth/me', () => aMe({ user: { allowDataCollection: on } })),
    answer(READ, () => answerReply(on ? 'yes' : 'no')),
    ...(['PATCH /api/auth/me', ANSWER] as const).map((name) =>
      answer(name, () => {
        on = false;
        return Response.error();
      }),
    ),
  );
  for (const name of ['Allow app usage data collection', 'Marketing news']) {
    on = true;
    const toggle = await screen.findByRole('switch', { name, checked: true });
    await user.click(toggle);
    const row = within(toggle.closest('li') as HTMLElement);
    expect(await row.findByText(/We don't know if it was saved/)).toBeDefined();
    expect(toggle.getAttribute('aria-checked')).toBe('false');
  }
});

test('[CO-02] what was asked before a switch was pressed and comes after it changes nothing', async () => {
  const late = Promise.withResolvers<void>();
  let asked = 0;
  const { user, queries } = await below(
    marketing('yes'),
    answer('GET /api/auth/me', async () => {
      asked += 1;
      if (asked > 1) await late.promise;
      return aMe({ user: { allowDataCollection: true } });
    }),
    answer('PATCH /api/auth/me', aMe({ user: { allowDataCollection: false } }).user),
  );
  const toggle = await screen.findByRole('switch', { name: 'Allow app usage data collection' });
  const before = queries.invalidateQueries({ queryKey: ['me'] });
  await waitFor(() => expect(asked).toBe(2));
  await user.click(toggle);
  await waitFor(() => expect(toggle.getAttribute('aria-busy')).toBeNull());
  late.resolve();
  await act(() => before);
  expect(queries.getQueryData<Me>(['me'])?.user.allowDataCollection).toBe(false);
});

test('[CO-01, CO-02] marketing news can be taken back where it was given', async () => {
  const sent: unknown[] = [];
  const { user } = await below(
    marketing('unknown'),
    answer(ANSWER, async ({ request }) => {
      const body = (await request.json()) as { answer: 'yes' | 'no' };
      sent.push(body);
      return answerReply(body.answer);
    }),
  );
  const toggle = await screen.findByRole('switch', { name: 'Marketing news' });
  await user.click(toggle);
  expect(await screen.findByText('Product updates and offers, at most twice a month.')).toBeDefined();
  await waitFor(() => expect(toggle.getAttribute('aria-busy')).toBeNull());
  await user.click(toggle);
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('false'));
  await waitFor(() =>
    expect(sent).toMatchObject([
      { answer: 'yes', form: formOf('marketing-switch-unanswered-1') },
      { answer: 'no', form: formOf('marketing-switch-1') },
    ]),
  );
});

test('[HO-02, CO-02] the switch answers the question too: it is not asked any more', async () => {
  const { user } = await below(
    meHandler(),
    marketing('unknown'),
    answer(ANSWER, () => answerReply('no')),
  );
  const question = await screen.findByText(QUESTION);
  await user.click(await screen.findByRole('switch', { name: 'Marketing news' }));
  await waitFor(() => expect(question.isConnected).toBe(false));
});

test('[HO-05] choices that did not load: words and a retry', async () => {
  const { user } = await below(refuse(READ, 'INTERNAL_ERROR'));
  expect(await screen.findByText("We couldn't load your choices.")).toBeDefined();
  server.use(marketing('no'));
  await user.click(screen.getByRole('button', { name: /Try again/ }));
  expect(await screen.findByRole('switch', { name: 'Marketing news' })).toBeDefined();
});
