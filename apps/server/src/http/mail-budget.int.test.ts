import { HOUR_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test } from 'vitest';
import { defaultClaimPaths, PASSWORD } from '../../test/customers.ts';
import { makeMailSender, templatesSent } from '../../test/sent-mails.ts';
import { useHarness } from '../../test/use-harness.ts';
import { makeVisitor } from '../../test/visitor.ts';

/** Limit of mails to one address in an hour, and the mail that is left for its owner (decision 25). */

const h = useHarness();
const mailSender = makeMailSender(h);
const visitor = makeVisitor(h);

/** Each time somebody else asks to move to the address. */
const askToMoveTo = async (email: string) => {
  const stranger = await h.makeCustomer({ claims: defaultClaimPaths });
  await mailSender.deliver();
  const { status } = await stranger.client.patch('/api/auth/me/email', { email, password: PASSWORD });
  return status;
};
const mailsTo = async (email: string) =>
  templatesSent(await mailSender.deliver())
    .filter(([, to]) => to === email)
    .map(([template]) => template);
const future = () => ({ ...visitor.next(), password: 'an entirely new phrase' });

describe('[INV-19] [SC-04] strangers who ask to move to an address', () => {
  test('leave whoever registers with it the mail to verify it by, and the link for a forgotten password', async () => {
    const owner = future();
    const asked = [];
    for (let n = 0; n < 4; n += 1) asked.push(await askToMoveTo(owner.email));
    await mailSender.deliver();
    expect((await visitor.register(owner)).status).toBe(201);
    expect(await mailsTo(owner.email)).toEqual(['verify_email']);
    expect((await visitor.requestPasswordReset(owner.email)).status).toBe(202);
    expect(await mailsTo(owner.email)).toEqual(['password_reset']);
    expect(asked).toEqual([202, 202, 429, 429]);
  });

  test('send it no more mails than before: three in an hour with those of its owner', async () => {
    const owner = future();
    const sent: string[] = [];
    for (let n = 0; n < 3; n += 1) if ((await askToMoveTo(owner.email)) === 202) sent.push('moved');
    await mailSender.deliver();
    for (let n = 0; n < 3; n += 1) await visitor.register(owner);
    sent.push(...(await mailsTo(owner.email)));
    expect(sent).toEqual(['moved', 'moved', 'verify_email']);
    h.wall.advance(HOUR_MS);
    await visitor.register(owner);
    expect(await mailsTo(owner.email)).toEqual(['registered_again']);
  });
});

describe('[INV-19] [SC-04] strangers who register with spellings of a mailbox', () => {
  const spelled = Array.from({ length: 12 }, (_, n) => `vi.c+${n}@gmail.com`);
  const arrived = async () =>
    templatesSent(await mailSender.deliver())
      .filter(([, to]) => spelled.includes(to))
      .map(([template]) => template);

  test('send it six mails in an hour, and keep nobody who verified an address from the way back in', async () => {
    const owner = await h.makeCustomer();
    await h.database.query('UPDATE users SET email = $2 WHERE account_id = $1', [owner.accountId, 'vic@gmail.com']);
    await mailSender.deliver();
    for (const email of spelled) expect((await visitor.register({ ...future(), email })).status).toBe(201);
    expect(await arrived()).toEqual(Array(3).fill('verify_email'));
    for (const email of spelled) expect((await visitor.requestPasswordReset(email)).status).toBe(202);
    expect(await arrived()).toEqual(Array(3).fill('password_reset'));
    expect((await visitor.requestPasswordReset('vic@gmail.com')).status).toBe(202);
    expect(await mailsTo('vic@gmail.com')).toEqual(['password_reset']);
  });
});
