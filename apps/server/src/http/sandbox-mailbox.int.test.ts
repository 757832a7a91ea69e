import { expect, test } from 'vitest';
import { demoVendor } from '../../test/demo-vendor.ts';
import { useHarness } from '../../test/use-harness.ts';

import { makeMailbox } from '../adapters/postgres/mailbox.ts';
import { mailBrand } from '../brands.ts';
import { renderMail } from '../services/mail/layout.ts';

const h = useHarness();

const send = (id: string, recipient: string, subject: string) =>
  h.database.query(
    `INSERT INTO mails (id, recipient, subject, text, html, sent_at)
     VALUES ($1, $2, $3, 'text', '<html><head></head></html>', '2026-11-28T06:34:00Z')`,
    [id, recipient, subject],
  );

const page = async (query: string): Promise<string> => {
  const { statusCode, body } = await h.app.inject({ method: 'GET', url: `/sandbox/mail${query}` });
  expect(statusCode).toBe(200);
  return body;
};

test('the mailbox lists the mails of one customer, and keeps to them when one is opened', async () => {
  await send('mail_1', 'ada@demo.arcwave.test', 'For Ada');
  await send('mail_2', 'pia@demo.arcwave.test', 'For Pia');
  const all = await page('');
  expect(all).toContain('For Ada');
  expect(all).toContain('For Pia');
  expect(all).not.toContain('All emails');
  expect(all).toMatch(/<time[^>]*>Nov 28, 06:34<\/time>/);
  const ofAda = await page('?to=ada%40demo.arcwave.test');
  expect(ofAda).not.toContain('For Pia');
  expect(ofAda).toContain('<a href="/sandbox/mail">All emails</a>');
  expect(ofAda).toContain('href="/sandbox/mail?to=ada%40demo.arcwave.test&amp;open=mail_1"');
});

test('a narrow window shows the list until a mail is chosen', async () => {
  await send('mail_3', 'leo@demo.arcwave.test', 'For Leo');
  expect(await page('')).toContain('<main class="all">');
  const chosen = await page('?open=mail_3');
  expect(chosen).toContain('<main class="mail">');
  expect(chosen).toContain('<a class="list" href="/sandbox/mail">');
});

test('a recipient that is no text shows all mails', async () => {
  await send('mail_4', 'mia@demo.arcwave.test', 'For Mia');
  for (const query of ['?to=', '?to=%00', '?to=a&to=b']) expect(await page(query), query).toContain('For Mia');
});

test('[BY-06] the mailbox shows the mark of the brand, without a request for it', async () => {
  const mail = renderMail(
    { subject: 'With a mark', heading: 'Hello', paragraphs: [] },
    mailBrand(demoVendor, 'drive', 'http://localhost'),
    'en',
  );
  await makeMailbox(h.database).send({ ...mail, id: 'mail_5', accountId: null, to: 'ada@demo.arcwave.test' });
  const { body, headers } = await h.app.inject({ method: 'GET', url: '/sandbox/mail/mail_5' });
  expect(body).toContain('<img src="data:image/png;base64,iVBORw0KGgo');
  expect(body).not.toContain('cid:');
  expect(headers['content-security-policy']).toContain('img-src data:;');
});
