import type { Receipt } from '@foyer/contract/api/receipt';
import type { PaymentMethod } from '@foyer/contract/api/shapes';
import { expect, test } from 'vitest';
import { answerBank, CHALLENGE_CARD, confirm, expectChallenge } from '../../../test/challenges.ts';
import type { Customer } from '../../../test/harness.ts';
import { buy, CARD, type Changed, makeHolder, refusal, starterYearly } from '../../../test/shop.ts';
import { useShop } from '../../../test/use-harness.ts';

const h = useShop();

const saveCard = (customer: Customer, token: string) =>
  customer.client.post<PaymentMethod>(CARD, { type: 'stripe', token });

const leftOpen = async (customer: Customer) => (await h.account(customer)).openChallenges;

/** What a page does that was loaded anew. */
const again = (customer: Customer, attemptId: string) => confirm<Changed>(customer, attemptId, { again: true });

const giveUp = (customer: Customer, attemptId: string) => confirm(customer, attemptId, { givenUp: true });

test('[PM-09] a purchase whose page was lost: the account tells of it, the question is asked again, and confirmed', async () => {
  const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
  expect(await leftOpen(customer)).toEqual([]);
  const action = await expectChallenge(buy(customer, starterYearly));
  const account = await h.account(customer);
  const [receipt] = (await customer.client.get<{ receipts: Receipt[] }>('/api/account/me/receipts')).body.receipts;
  expect(account.openChallenges).toEqual([
    {
      attemptId: action.attemptId,
      kind: 'order',
      product: 'drive',
      subscriptionId: null,
      receiptId: receipt?.id,
      description: receipt?.description,
      amountCents: 32462,
    },
  ]);
  expect(account.pendingOrders, 'it stands in the way of nothing').toEqual([]);

  expect(await expectChallenge(again(customer, action.attemptId))).toEqual(action);
  await answerBank(h, action.attemptId, 'approve');
  const done = await again(customer, action.attemptId);
  expect([done.status, done.body.subscription.status]).toEqual([200, 'active']);
  expect(await leftOpen(customer)).toEqual([]);
});

test('[INV-12] given up from the page that found it: ended at the bank, and gone from the account', async () => {
  const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
  const { attemptId } = await expectChallenge(buy(customer, starterYearly));
  expect(await refusal(confirm(customer, attemptId, { givenUp: true, again: true }))).toEqual([410, 'EXPIRED']);
  expect(await leftOpen(customer)).toEqual([]);
  expect(await refusal(again(customer, attemptId))).toEqual([410, 'EXPIRED']);
});

test('[PM-09] a change of plan is told with the subscription that it changes', async () => {
  const { customer, id } = await makeHolder(h, starterYearly, { card: 'tok_visa' });
  await saveCard(customer, CHALLENGE_CARD);
  const { attemptId } = await expectChallenge(
    customer.client.patch<Changed>(`/api/subscription/subscriptions/${id}`, { planId: 'pln_drive_pro' }),
  );
  expect(await leftOpen(customer)).toMatchObject([{ kind: 'order', product: 'drive', subscriptionId: id }]);
  await giveUp(customer, attemptId);
});

test('[PM-02] a card that is being saved: told and asked again, in words for a card', async () => {
  const customer = await h.makeCustomer();
  const action = await expectChallenge(saveCard(customer, 'tok_threeDSecure2Required'));
  const { attemptId } = action;
  expect(await leftOpen(customer)).toMatchObject([{ attemptId, kind: 'card', receiptId: null, description: null }]);
  const asked = await again(customer, attemptId);
  expect(asked.body).toMatchObject({ message: 'Your bank asks you to confirm this card.', error: { action } });
  await answerBank(h, attemptId, 'approve');
  expect((await again(customer, attemptId)).status).toBe(200);
  expect(await leftOpen(customer)).toEqual([]);
});

test('[INV-20] of another account nothing is told, and a gateway that does not answer leaves it open', async () => {
  const customer = await h.makeCustomer({ card: CHALLENGE_CARD });
  const { attemptId } = await expectChallenge(buy(customer, starterYearly));
  const stranger = await h.makeCustomer();
  expect(await leftOpen(stranger)).toEqual([]);
  expect(await refusal(again(stranger, attemptId))).toEqual([404, 'NOT_FOUND']);
  h.faults.fail('retrieve', 'silent-before');
  expect(await refusal(again(customer, attemptId))).toEqual([502, 'PAYMENT_GATEWAY_ERROR']);
  expect(await leftOpen(customer)).toMatchObject([{ attemptId }]);
  h.faults.clear();
  await giveUp(customer, attemptId);
});
