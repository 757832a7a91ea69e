import { businessDayAfter } from '@foyer/domain/dates/business-days';
import { describe, expect, test } from 'vitest';
import { boston } from '../../../test/customers.ts';
import {
  jo,
  mailsOf,
  makeScreenedCustomer,
  offersScope,
  plansOf,
  reviewOf,
  reviewStatus,
} from '../../../test/export-reviews.ts';
import { amounts, BUY, buy, makePurchase, refusal, starterYearly } from '../../../test/shop.ts';
import { useCodes } from '../../../test/use-harness.ts';

const h = useCodes();

describe('[EX-01] an order that the screening wants a person to look at', () => {
  test('nothing is ordered or charged; the review is open, the claim is gone, and the answer has a date', async () => {
    const ada = await makeScreenedCustomer(h, { card: 'tok_visa' });
    expect(await reviewStatus(ada)).toEqual({ isPending: false, status: 'none', answerBy: null, held: [] });
    const answer = await buy(ada, { planId: 'pln_scope_starter' });
    expect([answer.status, answer.body.error.type, answer.body.error.held]).toEqual([403, 'NEEDS_REVIEW', undefined]);
    expect(await amounts(h, ada)).toEqual([]);
    expect(await plansOf(h, ada)).toEqual([]);
    expect(await reviewStatus(ada)).toEqual({
      isPending: true,
      status: 'pending',
      answerBy: businessDayAfter(h.wall.now(), 2),
      held: [],
    });
    expect(await offersScope(ada)).toBe(false);
    expect(mailsOf(h, ada)).toEqual([['review_opened', null]]);
    expect((await ada.client.get<{ user: { exportPending: boolean } }>('/api/auth/me')).body.user.exportPending).toBe(
      true,
    );
  });

  test('asked again, also twenty times at once, there is one review and one mail', async () => {
    const ada = await makeScreenedCustomer(h, { card: 'tok_visa' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => buy(ada, { planId: 'pln_scope_starter' })));
    expect(new Set(answers.map(({ status: code }) => code))).toEqual(new Set([403]));
    await reviewOf(h, ada);
    expect(mailsOf(h, ada)).toEqual([['review_opened', null]]);
  });

  test('drive and IoT are sold as ever, before and meanwhile', async () => {
    const ada = await makeScreenedCustomer(h, { card: 'tok_visa' });
    await makePurchase(ada, starterYearly);
    expect((await reviewStatus(ada)).status).toBe('none');
    await buy(ada, { planId: 'pln_scope_starter' });
    await makePurchase(ada, { planId: 'pln_iot_individual', interval: 'monthly' });
    expect(await plansOf(h, ada)).toEqual(['pln_drive_starter', 'pln_iot_individual']);
  });

  test('a trial of scope is looked at too, a quote is not', async () => {
    const ada = await makeScreenedCustomer(h);
    const quote = await ada.client.post(`${BUY}/preview`, { planId: 'pln_scope_starter' });
    expect(quote.status, quote.text).toBe(200);
    expect((await reviewStatus(ada)).status).toBe('none');
    expect(await refusal(buy(ada, { planId: 'pln_scope_starter', trial: true }))).toEqual([403, 'NEEDS_REVIEW']);
  });

  test('without an address there is nothing to screen: the address comes first', async () => {
    const ada = await makeScreenedCustomer(h, { address: null });
    expect(await refusal(buy(ada, { planId: 'pln_scope_starter' }))).toEqual([400, 'MISSING_ADDRESS']);
    expect((await reviewStatus(ada)).status).toBe('none');
  });

  test('a country the screening refuses: denied at once, by nobody in person', async () => {
    const ada = await h.makeCustomer({
      claims: ['tron'],
      address: { ...boston, country: 'KP', state: '', postalCode: '' },
    });
    expect(await refusal(buy(ada, { planId: 'pln_scope_free' }))).toEqual([403, 'EXPORT_DENIED']);
    expect(await reviewStatus(ada)).toMatchObject({ isPending: false, status: 'denied', answerBy: null });
    expect(await offersScope(ada)).toBe(false);
    expect(mailsOf(h, ada)).toEqual([['review_denied', null]]);
    expect(
      await h.database.query('SELECT status, decided_by FROM export_reviews WHERE account_id = $1', [ada.accountId]),
    ).toEqual([{ status: 'denied', decidedBy: 'screening' }]);
  });

  test('cleared: the claim is back, and the order goes through when it is placed again; nothing was charged meanwhile', async () => {
    const ada = await makeScreenedCustomer(h, { card: 'tok_visa' });
    await buy(ada, { planId: 'pln_scope_starter' });
    await h.operator.clearReview(await reviewOf(h, ada), jo);
    expect(await reviewStatus(ada)).toEqual({ isPending: false, status: 'cleared', answerBy: null, held: [] });
    expect(await offersScope(ada)).toBe(true);
    expect(await amounts(h, ada)).toEqual([]);
    await makePurchase(ada, { planId: 'pln_scope_starter' });
    expect(mailsOf(h, ada).map(([template]) => template)).toEqual(['review_opened', 'review_cleared', 'receipt']);
  });

  test('clearing gives back only what opening took: who had no claim gets none', async () => {
    const ada = await makeScreenedCustomer(h, { card: 'tok_visa', claims: ['drive'] });
    await buy(ada, { planId: 'pln_scope_starter' });
    await h.operator.clearReview(await reviewOf(h, ada), jo);
    expect(await offersScope(ada)).toBe(false);
  });

  test('denied: EXPORT_DENIED from then on', async () => {
    const ada = await makeScreenedCustomer(h, { card: 'tok_visa' });
    await buy(ada, { planId: 'pln_scope_starter' });
    await h.operator.denyReview(await reviewOf(h, ada), jo);
    expect(await refusal(buy(ada, { planId: 'pln_scope_starter' }))).toEqual([403, 'EXPORT_DENIED']);
    expect(await offersScope(ada)).toBe(false);
    const { user } = (await ada.client.get<{ user: { exportPending: boolean; exportDenied: boolean } }>('/api/auth/me'))
      .body;
    expect(user).toMatchObject({ exportPending: false, exportDenied: true });
    expect(mailsOf(h, ada).map(([template]) => template)).toEqual(['review_opened', 'review_denied']);
  });
});

describe('[OP-02] deciding', () => {
  test('each decision is in the record, with who and why; it is made once', async () => {
    const ada = await makeScreenedCustomer(h);
    await buy(ada, { planId: 'pln_scope_free' });
    const id = await reviewOf(h, ada);
    const decisions = await Promise.allSettled([h.operator.clearReview(id, jo), h.operator.denyReview(id, jo)]);
    expect(decisions.map((decision) => decision.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(decisions.find((decision) => decision.status === 'rejected')).toMatchObject({
      reason: { detail: { code: 'review_decided' } },
    });
    const entries = await h.database.query(
      `SELECT actor, reason, subject_type, subject_id FROM audit_log WHERE account_id = $1`,
      [ada.accountId],
    );
    expect(entries).toEqual([{ ...jo, subjectType: 'review', subjectId: id }]);
  });

  test('an id that is none', async () => {
    await expect(h.operator.clearReview('exr_none', jo)).rejects.toMatchObject({ detail: { code: 'not_found' } });
  });
});
