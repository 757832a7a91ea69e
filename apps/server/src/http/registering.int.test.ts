import { HOUR_MS } from '@foyer/contract/vocabulary/instants';
import { describe, expect, test, vi } from 'vitest';
import { PASSWORD } from '../../test/customers.ts';
import { startHarness } from '../../test/harness.ts';
import { makeMailSender, templatesSent } from '../../test/sent-mails.ts';
import { tablesHolding } from '../../test/snapshot.ts';
import { useHarness } from '../../test/use-harness.ts';
import { makeVisitor, withoutIds } from '../../test/visitor.ts';

/** Counts the hashes that are really made, whoever makes them. */
const argon2 = vi.hoisted(() => ({ hashes: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  const counted =
    <Args extends unknown[], R>(work: (...args: Args) => R) =>
    (...args: Args): R => {
      argon2.hashes += 1;
      return work(...args);
    };
  return { ...real, hash: counted(real.hash), verify: counted(real.verify) };
});

const h = useHarness();
const mailSender = makeMailSender(h);
const visitor = makeVisitor(h);

describe('registering', () => {
  test('[SE-11, SE-08] makes an account with the default claims in the brand of the host, and mails a link', async () => {
    const person = visitor.next({ email: '  Nova@Test.arcwave.test ', firstName: ' Nova ' });
    const answer = await visitor.register(person, 'drive.localhost:4000');
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toEqual({ email: 'Nova@Test.arcwave.test' });
    const client = await h.signIn('nova@test.arcwave.test', person.password);
    const { body: me } = await client.get<{
      user: { firstName: string; emailVerified: boolean; passwordChangedOn: string };
      token: { claims: object };
    }>('/api/auth/me');
    expect(me.user).toMatchObject({ firstName: 'Nova', emailVerified: false });
    expect(me.token.claims).toEqual({
      drive: {},
      tron: {},
      usr: { info: { update: {}, delete: {} }, password: { update: {} } },
      access: { mfa: { create: {} } },
    });
    expect((await client.get('/api/account/me')).status).toBe(200);
    const [account] = await h.database.query<{ brand: string; type: string }>(
      `SELECT a.brand, e.type FROM users u JOIN accounts a ON a.id = u.account_id JOIN security_events e ON e.account_id = a.id
       WHERE u.email = 'nova@test.arcwave.test' AND e.type = 'registered'`,
    );
    expect(account).toEqual({ brand: 'drive', type: 'registered' });
    expect(templatesSent(await mailSender.deliver())).toContainEqual(['verify_email', 'Nova@Test.arcwave.test']);
    const [mail] = await h.mails('Nova@Test.arcwave.test', 1);
    expect(mail?.text).toContain('Arcwave Drive');

    const secret = await mailSender.secretOf('Nova@Test.arcwave.test', '/id/#/verify/');
    expect((await visitor.verify(secret)).status).toBe(204);
    const after = await client.get<typeof me>('/api/auth/me');
    expect(after.body.user.emailVerified).toBe(true);
    const again = await visitor.verify(secret);
    expect([again.status, again.body.error.type]).toEqual([400, 'TOKEN_USED']);
  });

  test('[INV-19] a known address: same answer, same work, its owner gets the mail', async () => {
    const owner = await h.makeCustomer();
    await mailSender.deliver();
    const measured = async (person: object) => {
      h.databaseFaults.arm(Number.POSITIVE_INFINITY, 'before');
      argon2.hashes = 0;
      const queued = h.queued.length;
      const answer = await visitor.register(person);
      return {
        answer,
        work: { hashes: argon2.hashes, statements: h.databaseFaults.statements(), jobs: h.queued.length - queued },
      };
    };
    const known = await measured({ ...visitor.next(), email: owner.email.toUpperCase() });
    const unknown = await measured(visitor.next());
    h.databaseFaults.disarm();
    expect(known.answer.status, known.answer.text).toBe(201);
    expect(known.answer.body).toEqual({ email: owner.email.toUpperCase() });
    expect(withoutIds({ ...known.answer, body: unknown.answer.body })).toEqual(withoutIds(unknown.answer));
    expect(known.work).toEqual(unknown.work);
    expect(known.work).toMatchObject({ hashes: 1, jobs: 1 });

    expect(templatesSent(await mailSender.deliver())).toEqual([
      ['registered_again', owner.email],
      ['verify_email', unknown.answer.body.email],
    ]);
    expect((await visitor.signIn(owner.email, PASSWORD)).status).toBe(200);
    expect(await h.database.query('SELECT id FROM users WHERE email = $1', [owner.email])).toHaveLength(1);
    expect(
      await h.database.query('SELECT id FROM accounts WHERE id NOT IN (SELECT account_id FROM users)'),
      'no account is left without its user',
    ).toEqual([]);
  });

  test('[INV-19] for a known address no account is made and taken away again: every table would be searched for it', async () => {
    const owner = await h.makeCustomer();
    await h.database.query(
      `CREATE FUNCTION refuse_an_account() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'an account'; END $$`,
    );
    await h.database.query(
      'CREATE TRIGGER refuse_an_account BEFORE INSERT OR DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION refuse_an_account()',
    );
    const answer = await visitor.register({ ...visitor.next(), email: owner.email });
    await h.database.query('DROP TRIGGER refuse_an_account ON accounts');
    expect(answer.status, answer.text).toBe(201);
    await mailSender.deliver();
  });

  test('[INV-19] one address registered many times at once is one account', async () => {
    const person = visitor.next();
    const answers = await Promise.all(Array.from({ length: 6 }, () => visitor.register(person)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(await h.database.query('SELECT id FROM users WHERE email = $1', [person.email])).toHaveLength(1);
    await mailSender.deliver();
  });

  test.each([
    ['INVALID_EMAIL', 'email', { email: 'nobody' }],
    ['INVALID_EMAIL', 'email', { email: 'a@b.example,c@d.example' }],
    ['INVALID_EMAIL', 'email', { email: 'Ada <ada@b.example>' }],
    ['INVALID_REQUEST', 'email', { email: 'a@b.example\r\nBcc: c@d.example' }],
    ['INVALID_REQUEST', 'email', { email: `${'a'.repeat(250)}@b.example` }],
    ['INVALID_REQUEST', 'firstName', { firstName: '  ' }],
    ['INVALID_REQUEST', 'lastName', { lastName: 'a\u0000b' }],
    ['INVALID_REQUEST', 'firstName', { firstName: '\u200B\u202E' }],
    ['INVALID_REQUEST', 'firstName', { firstName: '\u200D\u3164' }],
    ['INVALID_REQUEST', 'lastName', { lastName: '\u00AD' }],
    ['INVALID_PASSWORD', 'password', { password: 'seven c' }],
    ['INVALID_PASSWORD', 'password', { password: 'Password1' }],
    ['INVALID_PASSWORD', 'password', { password: 'newcomer1' }],
    ['INVALID_PASSWORD', 'password', { password: 'arcwave1234' }],
    ['INVALID_REQUEST', 'password', { password: 'x'.repeat(257) }],
  ])('[SC-03] is refused: %s of %s, %j', async (type, field, different) => {
    const answer = await visitor.register(visitor.next(different));
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.error).toMatchObject({ type, field });
    expect(answer.body.message.length).toBeGreaterThan(10);
  });

  test('[SC-03] a password typed with composed or with combining accents is the same one', async () => {
    const person = visitor.next({ password: 'cre\u0300me bru\u0302le\u0301e' });
    expect((await visitor.register(person)).status).toBe(201);
    expect((await visitor.signIn(person.email, 'crème brûlée')).status).toBe(200);
    await mailSender.deliver();
  });

  test('[INV-20] members it does not know give nobody a claim', async () => {
    const person = visitor.next();
    expect((await visitor.register({ ...person, claims: { admin: {} }, emailVerified: true })).status).toBe(201);
    const [row] = await h.database.query<{ claims: object; emailVerifiedAt: number | null }>(
      'SELECT claims, email_verified_at FROM users WHERE email = $1',
      [person.email],
    );
    expect(row?.claims).not.toHaveProperty('admin');
    expect(row?.emailVerifiedAt).toBeNull();
    await mailSender.deliver();
  });
});

describe('[SC-07] the mail of a registration, asked for again without a session', () => {
  test('is sent with a link that verifies, three in an hour with the first, and none once it is verified', async () => {
    const person = visitor.next();
    await visitor.register(person);
    for (let n = 0; n < 3; n += 1) expect((await visitor.requestVerification(` ${person.email}`)).status).toBe(202);
    const sent = templatesSent(await mailSender.deliver());
    expect(sent).toEqual(Array(3).fill(['verify_email', person.email]));
    const secret = await mailSender.secretOf(person.email, '/id/#/verify/');
    expect((await visitor.verify(secret)).status).toBe(204);
    h.wall.advance(HOUR_MS);
    await visitor.requestVerification(person.email);
    expect(await mailSender.deliver()).toEqual([]);
  });

  test('[INV-19] is answered in the same way for an unverified, a verified and an unknown address', async () => {
    const unverified = await h.makeCustomer({ emailVerified: false });
    const verified = await h.makeCustomer();
    visitor.next();
    await mailSender.deliver();
    await visitor.requestVerification('warm-up@test.arcwave.test'); // the first call from an address makes its counters
    const measured = async (email: string) => {
      h.databaseFaults.arm(Number.POSITIVE_INFINITY, 'before');
      const queued = h.queued.length;
      const answer = await visitor.requestVerification(email);
      const jobs = h.queued.slice(queued).map((job) => ('kind' in job ? job.kind : ''));
      return { answer: withoutIds(answer), work: { statements: h.databaseFaults.statements(), jobs } };
    };
    const known = await measured(unverified.email);
    const others = [
      await measured(verified.email),
      await measured('nobody@test.arcwave.test'),
      await measured('not an address'),
    ];
    h.databaseFaults.disarm();
    expect(known.answer.status).toBe(202);
    for (const other of others) expect(other).toEqual(known);
    expect(templatesSent(await mailSender.deliver())).toEqual([['verify_email', unverified.email]]);
  });
});

test('[INV-26, BY-06] through the real queue the mail arrives, and its link verifies', async () => {
  const server = await startHarness({ queue: 'real' });
  try {
    const stranger = makeVisitor(server);
    const person = stranger.next();
    expect((await stranger.register(person)).status).toBe(201);
    const [mail] = await server.mails(person.email, 1);
    expect(mail?.subject).toBe('Verify your email address');
    const secret = await makeMailSender(server).secretOf(person.email, '/id/#/verify/');
    expect((await stranger.verify(secret)).status).toBe(204);
    server.log.expectQuiet();
  } finally {
    await server.stop();
  }
});

test('[INV-17, INV-22] no secret of a link and no password is in the log or in a table', async () => {
  const person = visitor.next({ password: 'a phrase that nobody logs' });
  await visitor.register(person);
  await visitor.requestPasswordReset(person.email);
  await mailSender.deliver();
  const secrets = [
    await mailSender.secretOf(person.email, '/id/#/verify/'),
    await mailSender.secretOf(person.email, '/id/#/reset/'),
  ];
  await visitor.verify(secrets[0] ?? '');
  await visitor.call('PUT', `/api/auth/verify-email/${secrets[0]}/`, undefined);
  await visitor.reset(secrets[1] ?? '', 'another phrase that nobody logs');
  await visitor.call('POST', `/cea/${secrets[1]}`, {});
  const log = h.log.lines.join('\n');
  expect(log).toContain('/api/auth/verify-email/:token');
  for (const secret of secrets) {
    const signature = secret.split('.')[1] ?? '';
    expect(log).not.toContain(signature);
    // The sandbox's mailbox is where mails go instead of out of the house.
    expect(await tablesHolding(h.database, signature)).toEqual(['public.mails']);
  }
  expect(log).not.toContain('nobody logs');
  expect(await tablesHolding(h.database, 'nobody logs')).toEqual([]);
});
