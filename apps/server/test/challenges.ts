import type { PaymentAction } from '@foyer/contract/api/route';
import { expect } from 'vitest';
import { deliverToWebhook } from '../src/gateway.ts';
import type { Answer } from './client.ts';
import type { Customer, Harness } from './harness.ts';

/** Saved without a question, asked about at every payment while the customer is there. */
export const ASKS = 'pm_card_authenticationRequiredSetupForOffSession';

/** The action of an answer that has to ask for 3-D Secure. */
export const challenged = async (answer: Promise<Answer<unknown>>): Promise<PaymentAction> => {
  const { status, body, text } = await answer;
  const { error } = body as { error?: { type: string; code: string | null; action?: PaymentAction } };
  expect([status, error?.type, error?.code], text).toEqual([402, 'StripeCardError', 'authentication_required']);
  if (!error?.action) throw new Error(`there is no action in ${text}`);
  return error.action;
};

/** What a customer does on the bank's page. */
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

/** Lets the sandbox tell our webhook what has happened, and the worker carry it out. */
export const deliverEvents = async (h: Harness): Promise<void> => {
  await h.sandboxEvents.deliver(deliverToWebhook(h.app));
  await h.work.processWebhooks();
};
