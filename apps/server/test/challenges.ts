import type { PaymentAction } from '@foyer/contract/api/route';
import { expect } from 'vitest';
import { deliverToWebhook } from '../src/gateway.ts';
import type { Answer } from './client.ts';
import type { Customer, Harness } from './harness.ts';

/** Test card that is saved without a challenge and challenged at each payment of a present customer. */
export const CHALLENGE_CARD = 'pm_card_authenticationRequiredSetupForOffSession';

/** Expects an answer that asks for 3-D Secure, and returns its action. */
export const expectChallenge = async (answer: Promise<Answer<unknown>>): Promise<PaymentAction> => {
  const { status, body, text } = await answer;
  const { error } = body as { error?: { type: string; code: string | null; action?: PaymentAction } };
  expect([status, error?.type, error?.code], text).toEqual([402, 'StripeCardError', 'authentication_required']);
  if (!error?.action) throw new Error(`there is no action in ${text}`);
  return error.action;
};

/** Answers the challenge on the bank's page of the sandbox. */
export const answerBank = async (h: Harness, attemptId: string, result: 'approve' | 'fail'): Promise<number> => {
  const [intent] = await h.database.query<{ id: string }>('SELECT id FROM sandbox.intents WHERE attempt_id = $1', [
    attemptId,
  ]);
  const answer = await h.app.inject({
    method: 'POST',
    url: `/sandbox/3ds/${intent?.id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `result=${result}`,
  });
  return answer.statusCode;
};

export const confirm = <Body>(customer: Customer, attemptId: string, body?: object): Promise<Answer<Body>> =>
  customer.client.post<Body>(`/api/account/me/payment_attempts/${attemptId}/confirm`, body);

/** Delivers the events of the sandbox to the webhook and processes them. */
export const deliverEvents = async (h: Harness): Promise<void> => {
  await h.sandboxEvents.deliver(deliverToWebhook(h.app));
  await h.work.processWebhooks();
};
