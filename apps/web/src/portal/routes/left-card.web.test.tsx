import type { OpenChallenge } from '@foyer/contract/api/account';
import type { CommandStatus } from '@foyer/contract/api/commands';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { leftKeys } from '../../lib/left-commands.ts';
import { aCard, anAccount } from '../../testing/builders.ts';
import { answer, neverAnswers, offlineHandler, refuse } from '../../testing/handlers.ts';
import { newToken } from '../../testing/offer-answers.ts';
import { cardToken, fillInCard, receiptsAre } from '../../testing/payment-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { withConfig } from '../../testing/with-config.ts';

/** A card whose answer was lost: what the page says after a reload (INV-12). */

withConfig({ gateway: 'sandbox' });

const METHOD = '/payments/method';
const OUTCOME = 'GET /api/account/me/commands/:idempotencyKey';
const cardQuestion: OpenChallenge = {
  attemptId: 'att_1',
  kind: 'card',
  product: null,
  subscriptionId: null,
  receiptId: null,
  description: null,
  amountCents: 0,
};
const done: CommandStatus = {
  status: 'done',
  subscriptionIds: [],
  receiptId: null,
  oneTimePurchaseId: null,
  paymentMethodId: 'pm_2',
};

const loseCard = async () => {
  const page = renderApp(METHOD, {
    handlers: [
      receiptsAre(),
      answer('GET /api/account/me', anAccount({ paymentMethod: null })),
      cardToken,
      offlineHandler('POST /api/account/me/payment_methods'),
    ],
  });
  await fillInCard(page.user);
  await page.user.click(screen.getByRole('button', { name: 'Save card' }));
  await screen.findByText(/No connection|offline/i);
  page.unmount();
  expect(leftKeys('card')).toHaveLength(1);
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toMatch(/4242|tok/);
};

beforeEach(() => sessionStorage.clear());

test('[INV-12] [PM-02] reloaded, the card was saved: the page says so and which card it is', async () => {
  await loseCard();
  renderApp(METHOD, {
    handlers: [
      newToken,
      receiptsAre(),
      answer('GET /api/account/me', anAccount({ paymentMethod: aCard() })),
      answer(OUTCOME, done),
    ],
  });
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toBe('Your last card was saved.Your card now is Visa\u{a0}••••\u{a0}4242.');
  expect(leftKeys('card')).toEqual([]);
});

test('[INV-12] reloaded, the server never got the card: the page says that it was not saved', async () => {
  await loseCard();
  renderApp(METHOD, { handlers: [receiptsAre(), answer('GET /api/account/me', anAccount({ paymentMethod: null }))] });
  expect((await screen.findByRole('alert')).textContent).toBe("Your last card isn't saved yet.");
});

test('[INV-12] reloaded and the server cannot be asked: the outcome stays unknown until it can', async () => {
  await loseCard();
  const { user } = renderApp(METHOD, { handlers: [newToken, receiptsAre(), offlineHandler(OUTCOME)] });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain("We don't know if your last card was saved.");
  server.use(answer(OUTCOME, done));
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Your last card was saved.')).toBeDefined();
});

test('[INV-12] [PM-01] the bank asks about a card: a later page does not say that it was not saved', async () => {
  const page = renderApp(METHOD, {
    handlers: [
      receiptsAre(),
      answer('GET /api/account/me', anAccount({ paymentMethod: null })),
      cardToken,
      refuse('POST /api/account/me/payment_methods', 'StripeCardError', {
        code: 'authentication_required',
        action: { attemptId: 'att_1', kind: 'setup', gateway: 'sandbox', clientSecret: 's', url: '/sandbox/3ds/1' },
      }),
    ],
  });
  await fillInCard(page.user);
  await page.user.click(screen.getByRole('button', { name: 'Save card' }));
  await screen.findByRole('link', { name: 'Confirm with your bank' });
  expect(leftKeys('card')).toEqual([]);
});

test('[INV-12] the question of the bank was lost: the page says which card the customer has', async () => {
  await loseCard();
  renderApp(METHOD, {
    handlers: [receiptsAre(), answer('GET /api/account/me', anAccount({ paymentMethod: aCard() }))],
  });
  expect((await screen.findByRole('alert')).textContent).toBe('Your card now is Visa\u{a0}••••\u{a0}4242.');
  expect(screen.queryByText(/wasn't saved/)).toBeNull();
});

test('[INV-12] the question of the bank was lost and is open: the page shows it, not that the card was not saved', async () => {
  await loseCard();
  renderApp(METHOD, {
    handlers: [
      receiptsAre(),
      answer('GET /api/account/me', anAccount({ paymentMethod: null, openChallenges: [cardQuestion] })),
      neverAnswers('POST /api/account/me/payment_attempts/:id/confirm'),
    ],
  });
  await waitFor(() => expect(leftKeys('card')).toEqual([]));
  expect(screen.queryByText(/wasn't saved/)).toBeNull();
});

test('[INV-12] [PM-01] reloaded, the bank declined the card: the page says why', async () => {
  await loseCard();
  renderApp(METHOD, {
    handlers: [
      receiptsAre(),
      answer('GET /api/account/me', anAccount({ paymentMethod: aCard() })),
      answer(OUTCOME, {
        status: 'refused',
        httpStatus: 402,
        body: {
          message: 'Your card has insufficient funds.',
          error: {
            type: 'StripeCardError',
            message: 'Your card has insufficient funds.',
            code: 'card_declined',
            declineCode: 'insufficient_funds',
            field: null,
            requestId: 'r',
          },
        },
      }),
    ],
  });
  expect((await screen.findByRole('alert')).textContent).toBe(
    "Your card has insufficient funds.Your card wasn't saved. Please try again or contact support.",
  );
});
