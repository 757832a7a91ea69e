import { randomUUID } from 'node:crypto';
import { aPurpose } from '@foyer/domain/testing/builders';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ChargeAnswer,
  GatewayRejected,
  type PaymentGateway,
  type SaveCardAnswer,
} from '../src/services/billing/ports.ts';

/** Gateway under test. `answerBank` is null if it has no page of a bank. */
export interface GatewayUnderTest {
  readonly gateway: PaymentGateway;
  readonly answerBank: ((intentRef: string, approved: boolean) => Promise<void>) | null;
  /** Refunds a charge in the gateway's own pages. */
  readonly refundByHand: (chargeRef: string, amountCents: number) => Promise<unknown>;
}

type Saving = 'ok' | 'asks' | readonly [code: string, declineCode: string | null];
type Charging = 'ok' | 'asks' | readonly [code: string, declineCode: string | null];

const generic = ['card_declined', 'generic_decline'] as const;
const unattended = ['authentication_required', 'authentication_required'] as const;

/** Published test cards: token, brand, result of saving, result of a charge with the customer present and without. */
const table: readonly (readonly [
  token: string,
  brand: string,
  save: Saving,
  on: Charging | null,
  off: Charging | null,
])[] = [
  ['tok_visa', 'visa', 'ok', 'ok', 'ok'],
  ['tok_visa_debit', 'visa', 'ok', 'ok', 'ok'],
  ['tok_mastercard', 'mastercard', 'ok', 'ok', 'ok'],
  ['tok_amex', 'amex', 'ok', 'ok', 'ok'],
  ['tok_discover', 'discover', 'ok', 'ok', 'ok'],
  ['tok_diners', 'diners', 'ok', 'ok', 'ok'],
  ['tok_jcb', 'jcb', 'ok', 'ok', 'ok'],
  ['tok_unionpay', 'unionpay', 'ok', 'ok', 'ok'],
  ['pm_card_visa', 'visa', 'ok', 'ok', 'ok'],
  ['pm_card_mastercard', 'mastercard', 'ok', 'ok', 'ok'],
  ['tok_chargeDeclined', 'visa', generic, null, null],
  ['tok_visa_chargeDeclined', 'visa', generic, null, null],
  ['tok_chargeDeclinedInsufficientFunds', 'visa', ['card_declined', 'insufficient_funds'], null, null],
  ['tok_visa_chargeDeclinedInsufficientFunds', 'visa', ['card_declined', 'insufficient_funds'], null, null],
  ['tok_visa_chargeDeclinedLostCard', 'visa', ['card_declined', 'lost_card'], null, null],
  ['tok_visa_chargeDeclinedStolenCard', 'visa', ['card_declined', 'stolen_card'], null, null],
  ['tok_chargeDeclinedExpiredCard', 'visa', ['expired_card', null], null, null],
  ['tok_chargeDeclinedIncorrectCvc', 'visa', ['incorrect_cvc', null], null, null],
  ['tok_chargeDeclinedProcessingError', 'visa', ['processing_error', null], null, null],
  ['tok_chargeDeclinedFraudulent', 'visa', ['card_declined', 'fraudulent'], null, null],
  ['tok_visa_chargeDeclinedVelocityLimitExceeded', 'visa', ['card_declined', 'card_velocity_exceeded'], null, null],
  ['tok_chargeCustomerFail', 'visa', 'ok', generic, generic],
  ['tok_visa_chargeCustomerFail', 'visa', 'ok', generic, generic],
  ['tok_visa_chargeCustomerFailLostCard', 'visa', 'ok', ['card_declined', 'lost_card'], ['card_declined', 'lost_card']],
  [
    'tok_visa_chargeCustomerFailStolenCard',
    'visa',
    'ok',
    ['card_declined', 'stolen_card'],
    ['card_declined', 'stolen_card'],
  ],
  ['tok_threeDSecure2Required', 'visa', 'asks', 'asks', unattended],
  ['tok_threeDSecureRequiredChargeDeclined', 'visa', 'asks', 'asks', unattended],
  ['tok_threeDSecureRequiredProcessingError', 'visa', 'asks', generic, generic],
  ['tok_threeDSecureOptional', 'visa', 'ok', 'ok', 'ok'],
  ['tok_amex_threeDSecureNotSupported', 'amex', 'ok', 'ok', 'ok'],
  ['pm_card_authenticationRequiredOnSetup', 'visa', 'asks', 'asks', 'ok'],
  ['pm_card_authenticationRequired', 'visa', 'asks', 'asks', unattended],
  ['pm_card_authenticationRequiredSetupForOffSession', 'visa', 'ok', 'asks', 'ok'],
  [
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    'visa',
    'asks',
    'asks',
    ['card_declined', 'insufficient_funds'],
  ],
  ['tok_pendingRefund', 'visa', 'ok', 'ok', 'ok'],
  ['tok_createDispute', 'visa', 'ok', 'ok', 'ok'],
];

const outcomeOf = (answer: SaveCardAnswer | ChargeAnswer): unknown =>
  answer.kind === 'declined' ? [answer.code, answer.declineCode] : answer.kind === 'requires_action' ? 'asks' : 'ok';

/** Tests that each gateway passes, so that sandbox and Stripe behave alike (PM-02). */
export const gatewayContract = (name: string, start: () => Promise<GatewayUnderTest>): void => {
  describe(`the ${name} gateway`, () => {
    let gateway: PaymentGateway;
    let answerBank: GatewayUnderTest['answerBank'];
    let refundByHand: GatewayUnderTest['refundByHand'];
    let customer: string;

    beforeAll(async () => {
      ({ gateway, answerBank, refundByHand } = await start());
      customer = await gateway.createCustomer('acc_contract', `customer:${randomUUID()}`);
    });

    const fresh = (): string => `att_${randomUUID()}`;
    const save = (token: string, attemptId = fresh()) =>
      gateway.saveCard({ customerRef: customer, token, attemptId, key: `${attemptId}:save` });
    const cardOf = async (token: string): Promise<string> => {
      const answer = await save(token);
      if (answer.kind === 'saved') return answer.card.gatewayRef;
      if (answer.kind !== 'requires_action' || !answerBank) throw new Error(`${token}: ${answer.kind}`);
      await answerBank(answer.intentRef, true);
      const after = await gateway.retrieve(answer.intentRef);
      if (after?.state.kind !== 'saved') throw new Error(`${token}: ${after?.state.kind}`);
      return after.state.card.gatewayRef;
    };
    const charge = (
      cardRef: string,
      { onSession = true, attemptId = fresh(), amountCents = 2_975, purpose = aPurpose() } = {},
    ) =>
      gateway.charge({
        amountCents,
        currency: 'usd',
        customerRef: customer,
        cardRef,
        onSession,
        attemptId,
        attemptNo: 1,
        purpose,
        key: `${attemptId}:charge`,
      });

    test.each(table)('%s', async (token, brand, saving, on, off) => {
      const saved = await save(token);
      expect(outcomeOf(saved)).toEqual(saving);
      if (saved.kind === 'saved') expect([saved.card.brand, saved.card.last4.length]).toEqual([brand, 4]);
      if (saved.kind === 'declined') expect(saved.message).toMatch(/^[A-Z].*\.$/);
      if (on === null || (saving === 'asks' && !answerBank)) return;
      const cardRef = await cardOf(token);
      expect(outcomeOf(await charge(cardRef))).toEqual(on);
      expect(outcomeOf(await charge(cardRef, { onSession: false }))).toEqual(off);
    });

    test('an unknown token is refused, and no card is saved', async () => {
      await expect(save('tok_nobody')).rejects.toThrow(GatewayRejected);
    });

    test('[INV-9] the same key gets the same answer and charges once; another amount under it is refused', async () => {
      const cardRef = await cardOf('tok_visa');
      const attemptId = fresh();
      const first = await charge(cardRef, { attemptId });
      expect(await charge(cardRef, { attemptId })).toEqual(first);
      await expect(charge(cardRef, { attemptId, amountCents: 1_000 })).rejects.toThrow(GatewayRejected);
      const found = await gateway.findByAttempt(attemptId, customer, Date.now() - 60_000);
      expect(found?.state).toEqual(first);
    });

    test('[O20] a payment is listed with account, receipt, subscription, period and attempt, and what was refunded of it', async () => {
      const cardRef = await cardOf('tok_visa');
      const others = await gateway.createCustomer('acc_others', `customer:${randomUUID()}`);
      const since = Date.now() - 60_000;
      const purpose = aPurpose({
        item: 'drive-starter-monthly*3',
        periodStart: Date.parse('2026-02-03T04:05:06.007Z'),
      });
      const orders = [purpose, aPurpose({ subscriptionId: null, periodStart: null, reason: 'one_time' })];
      for (const each of orders) {
        const attemptId = fresh();
        const charged = await charge(cardRef, { attemptId, purpose: each });
        if (charged.kind !== 'succeeded') throw new Error(charged.kind);
        await gateway.refund({ refundId: 'ref_9', chargeRef: charged.chargeRef, amountCents: 975, key: randomUUID() });
        const listed = await gateway.listPayments(since, customer);
        const facts = {
          ref: charged.intentRef,
          attemptId,
          amountCents: 2_975,
          refundedCents: 975,
          customerRef: customer,
        };
        expect(listed).toContainEqual({
          ...facts,
          purpose: each,
          key: `${attemptId}:charge`,
          createdAt: expect.any(Number),
          state: charged,
        });
        expect(await gateway.listPayments(since, null)).toEqual(expect.arrayContaining(listed as object[]));
      }
      expect(await gateway.listPayments(since, others)).toEqual([]);
      expect(await gateway.listPayments(Date.now() + 3_600_000, customer)).toEqual([]);
    });

    test('[O20] saved cards and refunds are listed since a time, without detached cards', async () => {
      const since = Date.now() - 60_000;
      const gone = await cardOf('tok_visa');
      const saved = await save('tok_mastercard');
      if (saved.kind !== 'saved') throw new Error(saved.kind);
      await gateway.detachCard(gone);
      const cards = await gateway.listCards(since);
      expect(cards.at(-1)).toEqual({ customerRef: customer, card: saved.card });
      expect(cards.filter(({ card }) => card.gatewayRef === gone)).toEqual([]);
      const charged = await charge(saved.card.gatewayRef);
      if (charged.kind !== 'succeeded') throw new Error(charged.kind);
      const order = { chargeRef: charged.chargeRef, amountCents: 100 };
      const made = await gateway.refund({ ...order, refundId: 'ref_listed', key: randomUUID() });
      expect(await gateway.listRefunds(since)).toContainEqual({
        ...made,
        refundId: 'ref_listed',
        amountCents: 100,
        intentRef: charged.intentRef,
      });
      expect(await gateway.listRefunds(Date.now() + 3_600_000)).toEqual([]);
      expect(await gateway.listCards(Date.now() + 3_600_000)).toEqual([]);
    });

    test('a payment is found by its attempt, declined or not; one that was never made is not', async () => {
      const attemptId = fresh();
      await charge(await cardOf('tok_chargeCustomerFail'), { attemptId });
      const found = await gateway.findByAttempt(attemptId, customer, Date.now() - 60_000);
      expect([found?.attemptId, found?.state.kind]).toEqual([attemptId, 'declined']);
      expect((await gateway.retrieve(found?.ref ?? ''))?.state).toEqual(found?.state);
      expect(await gateway.findByAttempt(fresh(), customer, Date.now() - 60_000)).toBeNull();
      expect(await gateway.retrieve('pi_nobody')).toBeNull();
    });

    test('a challenge: its secret differs each time, canceled it stays so, and a canceled one charges nothing', async () => {
      const cardRef = await cardOf('pm_card_authenticationRequiredSetupForOffSession');
      const [one, two] = [await charge(cardRef), await charge(cardRef)];
      if (one.kind !== 'requires_action' || two.kind !== 'requires_action')
        throw new Error(`expected two challenges, got ${one.kind} and ${two.kind}`);
      expect(one.clientSecret).not.toBe(two.clientSecret);
      expect((await gateway.cancel(one.intentRef)).state.kind).toBe('canceled');
      expect((await gateway.cancel(one.intentRef)).state.kind).toBe('canceled');
      expect((await gateway.retrieve(one.intentRef))?.state.kind).toBe('canceled');
      if (!answerBank) return;
      await answerBank(two.intentRef, true);
      expect((await gateway.cancel(two.intentRef)).state.kind).toBe('succeeded');
      const three = await charge(cardRef);
      if (three.kind !== 'requires_action') throw new Error(`expected a challenge, got ${three.kind}`);
      await answerBank(three.intentRef, false);
      expect((await gateway.retrieve(three.intentRef))?.state).toMatchObject({
        kind: 'declined',
        code: 'payment_intent_authentication_failure',
      });
    });

    test('refunds: part by part, once per key, and never more than was charged', async () => {
      const charged = await charge(await cardOf('tok_visa'));
      if (charged.kind !== 'succeeded') throw new Error(charged.kind);
      const { chargeRef } = charged;
      const part = { refundId: 'ref_1', chargeRef, amountCents: 1_000, key: `re:${randomUUID()}` };
      const first = await gateway.refund(part);
      expect(first.kind).toBe('succeeded');
      expect(await gateway.refundsOf(charged.intentRef)).toEqual([{ ...first, refundId: 'ref_1', amountCents: 1_000 }]);
      expect(await gateway.refund(part)).toEqual(first);
      expect(await gateway.refundsOf(charged.intentRef)).toHaveLength(1);
      await gateway.refund({ refundId: 'ref_2', chargeRef, amountCents: 1_975, key: `re:${randomUUID()}` });
      await expect(
        gateway.refund({ refundId: 'ref_3', chargeRef, amountCents: 1, key: `re:${randomUUID()}` }),
      ).rejects.toThrow(GatewayRejected);
    });

    test('a refund that was made by hand is among them with its amount, and is nobody’s of ours', async () => {
      const charged = await charge(await cardOf('tok_visa'));
      if (charged.kind !== 'succeeded') throw new Error(charged.kind);
      const { chargeRef, intentRef } = charged;
      await refundByHand(chargeRef, 475);
      const ours = { refundId: 'ref_4', chargeRef, amountCents: 2_500, key: `re:${randomUUID()}` };
      const made = await gateway.refund(ours);
      const all = await gateway.refundsOf(intentRef);
      expect(all).toHaveLength(2);
      expect(all).toContainEqual({ ...made, refundId: 'ref_4', amountCents: 2_500 });
      expect(all).toContainEqual({
        kind: 'succeeded',
        refundId: null,
        refundRef: expect.stringMatching(/^re_/),
        amountCents: 475,
      });
    });

    test('nothing is lost of a payment that nobody disputes, or that nobody knows', async () => {
      const charged = await charge(await cardOf('tok_visa'));
      if (charged.kind !== 'succeeded') throw new Error(charged.kind);
      expect(await gateway.lostCentsOf(charged.intentRef)).toBe(0);
      expect(await gateway.lostCentsOf('pi_nobody')).toBe(0);
      expect((await gateway.listLostDisputes(0)).map(({ intentRef }) => intentRef)).not.toContain(charged.intentRef);
    });

    test('a card that was taken off is charged no more, however often it is taken off; another one is', async () => {
      const [old, fresh] = [await cardOf('tok_visa'), await cardOf('tok_mastercard')];
      await charge(old);
      await gateway.detachCard(old);
      await gateway.detachCard(old);
      await gateway.detachCard('pm_nobody');
      expect(await gateway.readCard(old)).toBeNull();
      await expect(charge(old)).rejects.toThrow(GatewayRejected);
      expect((await charge(fresh)).kind).toBe('succeeded');
    });

    test('a deleted customer is deleted, however often, and its cards are charged no more', async () => {
      const leaving = await gateway.createCustomer('acc_leaving', `customer:${randomUUID()}`);
      const attemptId = fresh();
      const saved = await gateway.saveCard({ customerRef: leaving, token: 'tok_visa', attemptId, key: attemptId });
      if (saved.kind !== 'saved') throw new Error(saved.kind);
      const { gatewayRef } = saved.card;
      expect(await gateway.readCard(gatewayRef)).toEqual(saved.card);
      await gateway.deleteCustomer(leaving);
      await gateway.deleteCustomer(leaving);
      await gateway.deleteCustomer('cus_nobody');
      expect(await gateway.readCard(gatewayRef)).toBeNull();
      const late = fresh();
      const order = { amountCents: 100, currency: 'usd' as const, customerRef: leaving, cardRef: gatewayRef };
      const facts = { attemptNo: 1, purpose: aPurpose() };
      await expect(gateway.charge({ ...order, ...facts, onSession: true, attemptId: late, key: late })).rejects.toThrow(
        GatewayRejected,
      );
    });
  });
};
