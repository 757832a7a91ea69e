import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoVendor } from '../../test/demo-vendor.ts';
import { type Customer, type Harness, startHarness } from '../../test/harness.ts';
import { type MailServer, startMailServer } from '../../test/mail-server.ts';
import { mailBrand } from '../brands.ts';
import { renderMail } from '../services/mail/layout.ts';
import { readDatabaseFacts } from './postgres/metric-reads.ts';
import { makeSmtpTransport } from './smtp-transport.ts';

const FROM = 'account@arcwave.test';

const passwordMail = (brand: 'scope' | 'drive', subject = 'Your password was changed') =>
  renderMail(
    { subject, heading: 'Hello Zoë', paragraphs: ['Fish & chips < 5 €'] },
    mailBrand(demoVendor, brand, 'http://localhost'),
    'en',
  );

describe('a mail', () => {
  let server: MailServer;
  beforeEach(async () => {
    server = await startMailServer();
  });
  afterEach(() => server.stop());
  const send = (mail: Partial<Parameters<ReturnType<typeof makeSmtpTransport>['send']>[0]> = {}) =>
    makeSmtpTransport({ url: server.url, from: FROM }).send({
      ...passwordMail('drive'),
      id: 'job-1',
      accountId: null,
      to: 'ada@test.arcwave.test',
      ...mail,
    });

  test.each([
    ['scope', 'Arcwave Scope'],
    ['drive', 'Arcwave Drive'],
  ] as const)('[BY-06] arrives in both parts, under the name of the brand %s', async (brand, name) => {
    await send(passwordMail(brand));
    const [{ from, to, mail } = expect.unreachable()] = server.delivered;
    expect({ from, to }).toEqual({ from: FROM, to: ['ada@test.arcwave.test'] });
    expect(mail.from).toMatchObject({ name, address: FROM });
    expect(mail.to).toMatchObject([{ address: 'ada@test.arcwave.test' }]);
    expect(mail.subject).toBe('Your password was changed');
    expect(mail.text).toContain('Fish & chips < 5 €');
    expect(mail.text).toContain(name);
    expect(mail.html).toContain('Fish &amp; chips &lt; 5 €');
    expect(mail.html).toContain(name);
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  test('[BY-06] brings the mark of its brand inside, so that nothing is loaded', async () => {
    await send();
    const [{ mail } = expect.unreachable()] = server.delivered;
    expect(mail.html).toContain('src="cid:mark"');
    expect(mail.html).not.toMatch(/src="https?:/);
    expect(mail.attachments).toMatchObject([
      { contentId: '<mark>', mimeType: 'image/png', disposition: 'inline', related: true },
    ]);
  });

  test('[INV-26] that is sent again is the same mail', async () => {
    await send();
    await send();
    await send({ id: 'job-2' });
    expect(server.delivered.map(({ mail }) => mail.messageId)).toEqual([
      '<job-1@arcwave.test>',
      '<job-1@arcwave.test>',
      '<job-2@arcwave.test>',
    ]);
  });

  test.each([
    'ada@test.arcwave.test, eve@evil.test',
    'ada@test.arcwave.test\r\nBcc: eve@evil.test',
    'ada@test.arcwave.test>\r\nRCPT TO:<eve@evil.test',
    'Ada <ada@test.arcwave.test>',
    'friends: ada@test.arcwave.test;',
    'nobody',
    '',
  ])('[BY-06] goes to one address and to nothing that is more than one: %j', async (to) => {
    await expect(send({ to })).rejects.toThrow('no usable recipient');
    expect(server.delivered).toEqual([]);
  });

  test('[BY-06] takes no header from a subject or a name', async () => {
    await send({ subject: 'Hello\r\nBcc: eve@evil.test\r\n\r\n<b>', sender: 'Drive\r\nReply-To: eve@evil.test' });
    const [{ to, mail } = expect.unreachable()] = server.delivered;
    expect(to).toEqual(['ada@test.arcwave.test']);
    expect(mail.bcc).toBeUndefined();
    expect(mail.replyTo).toBeUndefined();
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
  });

  test('[INV-22] that is refused says so without saying to whom it was', async () => {
    server.refused.set('ada@test.arcwave.test', { code: 550, text: 'ada@test.arcwave.test is unknown here' });
    const refusal = await send().then(
      () => expect.unreachable(),
      (error: Error) => error,
    );
    expect(refusal.message).toContain('550');
    expect(JSON.stringify([refusal.message, refusal.stack, refusal.cause])).not.toContain('ada@');
  });

  test.each([
    ['550', '5.1.1 unknown here', true],
    ['550', '5.2.1 mailbox disabled', true],
    ['550', 'relay not permitted', false],
    ['553', '5.1.8 sender domain not found', false],
    ['450', '4.2.0 greylisted', false],
    ['554', '5.7.1 relay access denied', false],
  ])(
    '[BY-06] counts as refused for good after the answer %s %s to its recipient: %s',
    async (code, text, isRefused) => {
      server.refused.set('ada@test.arcwave.test', { code: Number(code), text });
      await expect(send()).rejects.toMatchObject({ name: isRefused ? 'RecipientRefused' : 'Error' });
    },
  );

  test('with a password goes only where the line is encrypted', async () => {
    const url = server.url.replace('//', '//account:hunter2@');
    const transport = makeSmtpTransport({ url, from: FROM });
    const sent = transport.send({
      ...passwordMail('drive'),
      id: 'job-1',
      accountId: null,
      to: 'ada@test.arcwave.test',
    });
    await expect(sent).rejects.toThrow('did not take');
    expect(server.delivered).toEqual([]);
  });

  /** An address that reaches this machine without being one of its local names, as a server elsewhere is. */
  const elsewhere = ({ url }: MailServer) => url.replace('127.0.0.1', '0.0.0.0');

  test('[L11] without a password goes unencrypted to this machine only, and the log says what to do', async () => {
    const transport = makeSmtpTransport({ url: elsewhere(server), from: FROM });
    const sent = transport.send({
      ...passwordMail('drive'),
      id: 'job-1',
      accountId: null,
      to: 'ada@test.arcwave.test',
    });
    await expect(sent).rejects.toThrow('no encrypted connection: use smtps:// in SMTP_URL or a server with STARTTLS');
    expect(server.delivered).toEqual([]);
  });

  test('[L11] goes to a server elsewhere that has STARTTLS', async () => {
    const encrypted = await startMailServer(0, { startTls: true });
    // Its certificate is one of the test's own.
    const url = `${elsewhere(encrypted)}?tls.rejectUnauthorized=false`;
    const transport = makeSmtpTransport({ url, from: FROM });
    await transport.send({ ...passwordMail('drive'), id: 'job-1', accountId: null, to: 'ada@test.arcwave.test' });
    expect(encrypted.delivered).toHaveLength(1);
    await encrypted.stop();
  });
});

test('[L11] a certificate that is not trusted is the reason in the log', async () => {
  const encrypted = await startMailServer(0, { startTls: true });
  const transport = makeSmtpTransport({ url: `${encrypted.url}?tls.servername=mail.test&requireTLS=true`, from: FROM });
  const sent = transport.send({ ...passwordMail('drive'), id: 'job-1', accountId: null, to: 'ada@test.arcwave.test' });
  await expect(sent).rejects.toThrow(/ESOCKET, .*certificate/);
  await encrypted.stop();
});

test('[INV-25] a mail server that takes the call and says nothing is given up', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const transport = makeSmtpTransport({ url: `smtp://127.0.0.1:${port}`, from: FROM }, 200);
  const sent = transport.send({ ...passwordMail('drive'), id: 'job-1', accountId: null, to: 'ada@test.arcwave.test' });
  await expect(sent).rejects.toThrow('ETIMEDOUT');
  await new Promise((resolve) => silent.close(resolve));
});

describe('the whole way', () => {
  let h: Harness;
  let server: MailServer;
  beforeAll(async () => {
    server = await startMailServer();
    h = await startHarness({ queue: 'real', smtp: { url: server.url, from: FROM } });
  });
  afterEach(() => h.log.expectQuiet());
  afterAll(async () => {
    await h.stop();
    await server.stop();
  });

  const buy = async (): Promise<Customer> => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    const bought = await customer.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter' });
    expect(bought.status, bought.text).toBe(201);
    return customer;
  };
  const mailsTo = ({ email }: Customer) => server.delivered.filter(({ to }) => to.includes(email));
  const arrived = (customer: Customer) =>
    expect.poll(() => mailsTo(customer).length, { interval: 50 }).toBeGreaterThan(0);
  const failedJobs = async ({ accountId }: Customer) =>
    (
      await h.database.query(`SELECT id FROM pgboss.job WHERE data ->> 'accountId' = $1 AND state = 'retry'`, [
        accountId,
      ])
    ).length;

  test('[BY-06] a purchase is confirmed through the mail server, and the sandbox has no mailbox then', async () => {
    const customer = await buy();
    await arrived(customer);
    expect(mailsTo(customer)[0]?.mail.from?.name).toBe('Arcwave Drive');
    expect(h.services.mailbox).toBeNull();
    expect((await h.anonymous().get('/sandbox/mails')).status).toBe(404);
    expect((await h.anonymous().get('/sandbox/mail')).status).toBe(404);
  });

  test('[INV-26] an address the server refuses is tried again, and holds up nobody else', async () => {
    const [lost, other] = [await h.makeCustomer({ card: 'tok_visa' }), await h.makeCustomer({ card: 'tok_visa' })];
    await arrived(lost); // the mail about the saved card
    server.refused.set(lost.email, { code: 550, text: `${lost.email} is unknown here` });
    for (const { client } of [lost, other]) {
      await client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter' });
    }
    await arrived(other);
    await expect.poll(() => failedJobs(lost), { interval: 50 }).toBeGreaterThan(0);
    expect(await failedJobs(other)).toBe(0);
    expect(mailsTo(lost)).toHaveLength(1);
    expect(h.lost.map(({ message }) => message).join()).not.toContain(lost.email);
  });

  const mailAge = async (): Promise<number> => {
    const { queues } = await readDatabaseFacts(h.database);
    return queues.find(({ queue }) => queue === 'mail')?.oldestSeconds ?? 0;
  };

  test.each([
    [550, '5.1.1 unknown here', 'gives the queue of mails no age', false],
    [450, '4.2.0 not now', 'is for now, so it does', true],
  ])('[BY-06] a mail that waits after %i %s to its recipient: the refusal %s', async (code, text, _words, hasAge) => {
    const customer = await h.makeCustomer({ card: 'tok_visa' });
    await arrived(customer); // the mail about the saved card
    server.refused.set(customer.email, { code, text });
    await customer.client.post('/api/subscription/subscriptions', { planId: 'pln_drive_starter' });
    await expect.poll(() => failedJobs(customer), { interval: 50 }).toBeGreaterThan(0);
    await h.database.query(
      `UPDATE pgboss.job SET created_on = now() - interval '1 hour' WHERE data ->> 'accountId' = $1 AND state = 'retry'`,
      [customer.accountId],
    );
    expect((await mailAge()) >= 3_600).toBe(hasAge);
    await h.database.query(`DELETE FROM pgboss.job WHERE data ->> 'accountId' = $1`, [customer.accountId]);
  });

  test('[INV-25] [INV-26] with the mail server down the purchase goes through and the mail comes later, once', async () => {
    await server.stop();
    const customer = await buy();
    await expect.poll(() => failedJobs(customer), { interval: 50 }).toBeGreaterThan(0);
    server = await startMailServer(server.port);
    // Its next try would be a minute away.
    await h.database.query(`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`);
    await arrived(customer);
    expect(await failedJobs(customer)).toBe(0);
    const ids = mailsTo(customer).map(({ mail }) => mail.messageId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
