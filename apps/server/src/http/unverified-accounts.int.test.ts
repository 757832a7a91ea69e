import type { Me } from '@foyer/contract/api/auth';
import type { ErrorBody } from '@foyer/contract/api/route';
import { beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../test/customers.ts';
import type { Customer } from '../../test/harness.ts';
import { expectRefused, makePasskeyCalls, PASSKEYS, SITE } from '../../test/passkey-calls.ts';
import { makeMailSender, sendQueuedMails } from '../../test/sent-mails.ts';
import { makeSoftwarePasskey } from '../../test/software-passkey.ts';
import { createRecoveryCodes, switchOnTwoStep } from '../../test/two-step.ts';
import { useHarness } from '../../test/use-harness.ts';
import { makeVisitor } from '../../test/visitor.ts';
import { runCommand } from '../cli/run-command.ts';

const h = useHarness();
const mailSender = makeMailSender(h);
const visitor = makeVisitor(h);
const { withPasskey, requestRegistration, add, signInWith, passkeysOf, eventsOf } = makePasskeyCalls(() => h);

const MFA = '/api/auth/me/security/mfa';
const CODES = '/api/auth/me/security/recovery-codes';
const NEW_PASSWORD = 'an entirely new phrase';
const claims = ['drive', 'access:mfa:create', 'usr:info:update'];

beforeEach(() => {
  visitor.next();
});

/** An account as an earlier release could have it: with sign-in methods, and never verified. */
const unverify = ({ userId }: Customer) =>
  h.database.query('UPDATE users SET email_verified_at = NULL WHERE id = $1', [userId]);

const reset = async ({ email }: { email: string }, more: object = {}) => {
  await visitor.requestPasswordReset(email);
  await mailSender.deliver();
  const secret = await mailSender.secretOf(email, '/id/#/reset/');
  const answer = await visitor.call('PUT', `/api/auth/password-resets/${secret}`, { password: NEW_PASSWORD, ...more });
  expect(answer.status, answer.text).toBe(204);
};

const rowsLeft = async ({ userId }: Customer) => {
  const [left] = await h.database.query(
    `SELECT (SELECT count(*) FROM passkeys WHERE user_id = $1)::int AS passkeys,
       (SELECT count(*) FROM totp_secrets WHERE user_id = $1)::int AS secrets,
       (SELECT count(*) FROM recovery_codes WHERE user_id = $1)::int AS codes,
       (SELECT count(*) FROM known_devices WHERE user_id = $1)::int AS devices,
       mfa_enabled_at, cidr_restriction FROM users WHERE id = $1`,
    [userId],
  );
  return left;
};
const nothing = { passkeys: 0, secrets: 0, codes: 0, devices: 0, mfaEnabledAt: null, cidrRestriction: null };

describe('while the address is not verified', () => {
  const notVerified = (answer: { status: number; body: ErrorBody }) =>
    expect([answer.status, answer.body.error]).toMatchObject([
      403,
      { type: 'FORBIDDEN', code: 'email_not_verified', message: 'Verify your email address first.' },
    ]);
  const passkeyAnswer = { challengeId: 'cha_1', response: {}, name: 'Mine' };

  test.each<['POST' | 'PUT' | 'PATCH', string, object]>([
    ['POST', `${PASSKEYS}/options`, { password: PASSWORD }],
    ['POST', PASSKEYS, passkeyAnswer],
    ['POST', MFA, { password: PASSWORD }],
    ['POST', MFA, {}],
    ['PUT', MFA, { firstCode: '000000', secondCode: '000000' }],
    ['POST', CODES, { password: PASSWORD }],
    ['PATCH', '/api/auth/me', { cidrRestriction: '127.0.0.1', password: PASSWORD }],
  ])('[H1] [M4] %s %s is refused and changes nothing', async (method, url, body) => {
    const eve = await h.makeCustomer({ emailVerified: false, claims });
    notVerified(
      await h.app
        .inject({ method, url, payload: body, headers: { 'x-is-at': eve.client.accessToken } })
        .then((answer) => ({ status: answer.statusCode, body: answer.json() })),
    );
    expect(await rowsLeft(eve)).toEqual(nothing);
    expect((await eve.client.get<Me>('/api/auth/me')).body.user.cidrRestriction).toBeNull();
  });

  test('[M4] a network limit of an earlier release can be removed, and other settings can be changed', async () => {
    const eve = await h.makeCustomer({ emailVerified: false, claims });
    await h.database.query(`UPDATE users SET cidr_restriction = '127.0.0.1/32' WHERE id = $1`, [eve.userId]);
    expect((await eve.client.patch('/api/auth/me', { cidrRestriction: null, password: PASSWORD })).status).toBe(200);
    expect((await eve.client.patch('/api/auth/me', { language: 'de' })).status).toBe(200);
    expect(await rowsLeft(eve)).toEqual(nothing);
  });

  test('[L3] a taken and a free address get the same refusal, and neither counts as a mail', async () => {
    const eve = await h.makeCustomer({ emailVerified: false, claims });
    const ada = await h.makeCustomer();
    for (const email of [ada.email, 'nobody-has-this@test.arcwave.test', 'not an address']) {
      notVerified(await eve.client.patch<ErrorBody>('/api/auth/me/email', { email, password: PASSWORD }));
    }
    await h.database.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [eve.userId]);
    for (let n = 0; n < 5; n += 1) {
      const asked = await eve.client.patch('/api/auth/me/email', {
        email: `free-${n}@test.arcwave.test`,
        password: PASSWORD,
      });
      expect(asked.status, asked.text).toBe(202);
    }
  });

  test('[H1] no device becomes known, and a sign-in sends no mail about one', async () => {
    const eve = await h.makeCustomer({ emailVerified: false, claims });
    await h.signIn(eve.email);
    expect(await rowsLeft(eve)).toEqual(nothing);
    const mails = h.queued.filter((mail) => 'to' in mail && mail.to === eve.email);
    expect(mails).toEqual([]);
  });
});

test('[H1] the takeover of a registered address ends with 400 for the passkey', async () => {
  const person = { ...visitor.next(), password: PASSWORD };
  expect((await visitor.register(person)).status).toBe(201);
  const attacker = { client: await h.signIn(person.email) };
  const device = makeSoftwarePasskey(SITE);
  const options = await attacker.client.post(`${PASSKEYS}/options`, { password: PASSWORD });
  expect([options.status, options.body.error.type]).toEqual([403, 'FORBIDDEN']);
  // A passkey of an earlier release, on the same account.
  await h.database.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [person.email]);
  const ask = await requestRegistration(attacker);
  expect((await add(attacker, ask, device.create(ask.options))).status).toBe(201);
  await h.database.query('UPDATE users SET email_verified_at = NULL WHERE email = $1', [person.email]);

  visitor.next();
  expect((await visitor.register({ ...person, password: 'the real owner came' })).status).toBe(201);
  await reset(person);
  expectRefused(await signInWith(device));
  expect((await attacker.client.get('/api/auth/me')).status).toBe(401);
  expect((await visitor.signIn(person.email, NEW_PASSWORD)).status).toBe(200);
});

/** A customer with everything that can be added, on an address that was never verified. */
const full = async () => {
  const holder = await withPasskey();
  await switchOnTwoStep(h, holder);
  await createRecoveryCodes(h, holder);
  await holder.client.patch('/api/auth/me', { cidrRestriction: '127.0.0.1', password: PASSWORD });
  await unverify(holder);
  return holder;
};

const everything = 'passkeys, two-step authentication, recovery codes, limit to certain networks, known devices';

describe('a change of the verified address', () => {
  /** A customer with a passkey and two-step who asked for another address, and the secret of the link there. */
  const moving = async () => {
    const owner = await h.makeCustomer({ claims });
    const device = makeSoftwarePasskey(SITE);
    const ask = await requestRegistration(owner);
    expect((await add(owner, ask, device.create(ask.options))).status).toBe(201);
    await switchOnTwoStep(h, owner);
    const moved = `moved-${owner.email}`;
    expect((await owner.client.patch('/api/auth/me/email', { email: moved, password: PASSWORD })).status).toBe(202);
    await mailSender.deliver();
    return { owner, device, moved, secret: await mailSender.secretOf(moved, '/#/cea/') };
  };
  const confirm = (client: Customer['client'], token: string) => client.post('/api/auth/me/email/confirm', { token });
  const mailTo = (to: string, template: string) =>
    h.queued.find(
      (job) => 'template' in job && 'to' in job && 'facts' in job && job.template === template && job.to === to,
    );

  test('[H1] [INV-14] confirmed without the session of the user: passkeys and two-step are removed', async () => {
    const { owner, device, moved, secret } = await moving();
    expect((await confirm(h.anonymous(), secret)).status).toBe(200);
    expectRefused(await signInWith(device));
    expect(await rowsLeft(owner)).toEqual(nothing);
    expect(mailTo(moved, 'sign_in_methods_removed')).toMatchObject({
      facts: { removed: expect.stringMatching(/^passkeys twoStep/) },
    });
    expect(await eventsOf(owner)).toEqual(expect.arrayContaining(['email_changed', 'passkey_removed', 'mfa_disabled']));
  });

  test('[H1] confirmed in the session of the user: they stay, and the mail to the new address lists them', async () => {
    const { owner, device, moved, secret } = await moving();
    expect((await confirm(owner.client, secret)).status).toBe(200);
    expect((await signInWith(device)).status).toBe(200);
    expect(mailTo(moved, 'email_changed')).toMatchObject({ facts: { passkeysKept: 'My laptop', kept: 'twoStep' } });
    expect(mailTo(owner.email, 'email_changed')).not.toHaveProperty('facts.passkeysKept');
    expect(mailTo(moved, 'sign_in_methods_removed')).toBeUndefined();
  });
});

describe('the first proof of the address', () => {
  test('[M4] a reset removes every sign-in method, and the owner signs in', async () => {
    const holder = await full();
    await reset(holder);
    expect(await rowsLeft(holder)).toEqual(nothing);
    // From another network than the attacker's limit, without a second step.
    expect((await visitor.signIn(holder.email, NEW_PASSWORD)).status).toBe(200);
    expectRefused(await signInWith(holder.device));
    const [mail] = await sendQueuedMails(h, holder, 'sign_in_methods_removed');
    expect(mail).toContain(`Removed: ${everything}`);
    expect(mail, 'a name that another person chose').not.toContain('My laptop');
    expect(await eventsOf(holder)).toEqual(
      expect.arrayContaining(['password_reset', 'passkey_removed', 'mfa_disabled', 'networks_changed']),
    );
  });

  test('[H1] [M4] a verification removes them too, ends every session and voids other links', async () => {
    const holder = await full();
    await holder.client.post('/api/auth/verify-email');
    await visitor.requestPasswordReset(holder.email);
    await mailSender.deliver();
    const other = await mailSender.secretOf(holder.email, '/id/#/reset/');
    expect((await visitor.verify(await mailSender.secretOf(holder.email, '/id/#/verify/'))).status).toBe(204);
    expect(await rowsLeft(holder)).toEqual(nothing);
    expectRefused(await signInWith(holder.device));
    expect((await holder.client.get('/api/auth/me')).status).toBe(401);
    expect((await visitor.reset(other, NEW_PASSWORD)).body.error.type).toBe('INVALID_TOKEN');
    expect((await sendQueuedMails(h, holder, 'sign_in_methods_removed'))[0]).toContain(everything);
  });

  test('[H1] so does the link to a new address that an earlier release mailed', async () => {
    const holder = await h.makeCustomer({ claims });
    await switchOnTwoStep(h, holder);
    const moved = `moved-${holder.email}`;
    expect((await holder.client.patch('/api/auth/me/email', { email: moved, password: PASSWORD })).status).toBe(202);
    await mailSender.deliver();
    await unverify(holder);
    const secret = await mailSender.secretOf(moved, '/#/cea/');
    expect((await h.anonymous().get(`/api/auth/me/email/confirm/${secret}`)).status).toBe(200);
    expect(await rowsLeft(holder)).toEqual(nothing);
    const mail = h.queued.find(
      (job) => 'template' in job && job.template === 'sign_in_methods_removed' && 'to' in job && job.to === moved,
    );
    expect(mail).toBeDefined();
  });

  test('[SC-07] with nothing to remove the session goes on, and no mail says otherwise', async () => {
    const ada = await h.makeCustomer({ emailVerified: false });
    await ada.client.post('/api/auth/verify-email');
    await mailSender.deliver();
    expect((await visitor.verify(await mailSender.secretOf(ada.email, '/id/#/verify/'))).status).toBe(204);
    expect((await ada.client.get<Me>('/api/auth/me')).body.emailConfirmed).toBe(true);
    expect(await sendQueuedMails(h, ada, 'sign_in_methods_removed')).toEqual([]);
  });
});

describe('a reset of a verified account', () => {
  test.each<[string, object]>([
    ['asked to', { removePasskeys: true }],
    ['by default', {}],
  ])('[H1] removes the passkeys %s and names them in the mail', async (_, more) => {
    const holder = await withPasskey();
    await reset(holder, more);
    expectRefused(await signInWith(holder.device));
    expect(await eventsOf(holder)).toContain('passkey_removed');
    const [mail] = await sendQueuedMails(h, holder, 'password_reset_done');
    expect(mail).toContain('Passkeys removed: My laptop');
    expect(mail).not.toContain('can still sign in');
  });

  test('[H1] keeps them when asked to, and names those that stay', async () => {
    const holder = await withPasskey();
    await reset(holder, { removePasskeys: false });
    expect((await signInWith(holder.device)).status).toBe(200);
    expect(await passkeysOf({ client: await h.signIn(holder.email, NEW_PASSWORD) })).toHaveLength(1);
    expect((await sendQueuedMails(h, holder, 'password_reset_done'))[0]).toContain(
      'Passkeys that can still sign in: My laptop',
    );
  });

  test('[H1] two-step authentication stays: the mailbox alone does not lift it', async () => {
    const holder = await withPasskey();
    await switchOnTwoStep(h, holder);
    await reset(holder);
    expect((await visitor.signIn(holder.email, NEW_PASSWORD)).body.error.type).toBe('MFA_REQUIRED');
    expect(await sendQueuedMails(h, holder, 'sign_in_methods_removed')).toEqual([]);
  });

  test('[H1] a passkey that waits for its answer is not added after the reset', async () => {
    const holder = await withPasskey();
    const ask = await requestRegistration(holder);
    await reset(holder);
    const client = await h.signIn(holder.email, NEW_PASSWORD);
    expectRefused(await add({ client }, ask, makeSoftwarePasskey(SITE).create(ask.options)));
  });
});

describe('two-step lift', () => {
  const lift = (reference: string) =>
    runCommand(
      [
        'two-step',
        'lift',
        '--account',
        reference,
        '--reason',
        'ticket 4711, checks A and C',
        '--by',
        'jo@vendor.example',
      ],
      async () => h.operator,
    );

  test('[M4] the customer signs in with the password alone, is told, and every session has ended', async () => {
    const holder = await h.makeCustomer({ claims });
    await switchOnTwoStep(h, holder);
    await createRecoveryCodes(h, holder);
    await visitor.requestPasswordReset(holder.email);
    await mailSender.deliver();
    const pending = await mailSender.secretOf(holder.email, '/id/#/reset/');
    expect(await lift(holder.email)).toEqual({
      code: 0,
      out: [`Two-step authentication of ${holder.email} is off. Their sessions have ended, and they get an email.`],
    });
    expect(await rowsLeft(holder)).toMatchObject({ secrets: 0, codes: 0, mfaEnabledAt: null });
    expect((await holder.client.get('/api/auth/me')).status).toBe(401);
    expect((await visitor.reset(pending, NEW_PASSWORD)).body.error.type).toBe('INVALID_TOKEN');
    expect((await visitor.signIn(holder.email, PASSWORD)).status).toBe(200);
    expect((await sendQueuedMails(h, holder, 'mfa_lifted'))[0]).toContain(
      'Our support team turned off two-step authentication',
    );
    expect(await eventsOf(holder)).toContain('mfa_disabled');
    expect(
      await h.database.query('SELECT action, actor, reason FROM audit_log WHERE account_id = $1', [holder.accountId]),
    ).toEqual([{ action: 'lift_two_step', actor: 'jo@vendor.example', reason: 'ticket 4711, checks A and C' }]);
    expect(await lift(holder.accountId)).toEqual({
      code: 1,
      out: [`two-step lift ${holder.accountId}: two-step authentication is already off.`],
    });
  });

  test('[M4] an unknown account is refused, and the help names the rule for checking who asks', async () => {
    expect(await lift('nobody@else.test')).toMatchObject({ code: 1 });
    const help = await runCommand(['two-step', 'lift', '--help'], async () => h.operator);
    expect(help.out.join('\n')).toContain('docs/support-identity.md');
  });
});
