import type { SecurityMail } from '@foyer/contract/vocabulary/record-words';
import { describe, expect, test } from 'vitest';
import { demoVendor } from '../../../test/demo-vendor.ts';
import { mailBrand } from '../../brands.ts';
import { renderMail } from './layout.ts';
import type { SecurityMailJob } from './ports.ts';
import { writeSecurityMail } from './security-mails.ts';

const SECRET = 'emt_01.the-secret-of-a-link';

/** Path of the link and required phrases of each mail. */
const templates: Readonly<Record<SecurityMail, { path: string | null; says: readonly RegExp[] }>> = {
  verify_email: { path: `/id/#/verify/${SECRET}`, says: [/24 hours/] },
  invitation: { path: `/id/#/reset/${SECRET}`, says: [/Set a password/, /in an hour/, /Forgot your password/] },
  registered_again: { path: '/', says: [/nothing was created or changed/] },
  password_reset: { path: `/id/#/reset/${SECRET}`, says: [/in an hour/, /ignore/] },
  password_reset_done: { path: '/', says: [/signed out on all devices/, /can still sign in/, /Old phone, Laptop/] },
  password_changed: { path: '/security', says: [/signed out on all other devices/] },
  email_change_confirm: { path: `/#/cea/${SECRET}`, says: [/in an hour/, /ignore/] },
  email_change_requested: { path: '/security', says: [/new@example\.org/, /change your password/] },
  email_changed: {
    path: '/',
    says: [
      /old@example\.org/,
      /new@example\.org/,
      /Old phone, Laptop/,
      /Still on/,
      /set a new password and remove them/,
    ],
  },
  mfa_enabled: { path: '/security', says: [/authenticator app/] },
  mfa_disabled: { path: '/security', says: [/no longer ask for a code/] },
  mfa_lifted: { path: '/security', says: [/on request/, /signed out on all devices/] },
  sign_in_methods_removed: { path: '/', says: [/were added before/, /passkeys, limit to certain networks/] },
  recovery_codes_created: { path: '/security', says: [/no longer work/] },
  recovery_code_used: { path: '/security', says: [/recovery codes/, /Codes left/] },
  passkey_added: { path: '/security', says: [/Phone of Ada/] },
  passkey_removed: { path: '/security', says: [/Phone of Ada/] },
  networks_limited: { path: '/security', says: [/192\.0\.2\.0\/24/, /lift the limit/] },
  networks_opened: { path: '/security', says: [/no longer limited/] },
  address_changed: {
    path: '/address',
    says: [/No longer renews.*Drive Starter/s, /support team/, /1 Main St, Boston/],
  },
  new_device: { path: '/security', says: [/new device/] },
  sign_in_locked: { path: '/security', says: [/No one got in/] },
  step_up_locked: { path: '/security', says: [/signed in/, /Nothing was changed/, /signs out all other devices/] },
  refresh_reused: { path: '/security', says: [/ended/] },
  export_ready: { path: '/security', says: [/7 days/] },
  account_closing: {
    path: '/payments/method',
    says: [/provider hasn('|&#39;)t confirmed/, /save a card/, /stops the closing/],
  },
  account_closed: { path: null, says: [/erased/, /\$12\.00/] },
};

const withLink: readonly SecurityMail[] = ['verify_email', 'invitation', 'password_reset', 'email_change_confirm'];

const jobOf = (template: SecurityMail, different: Partial<SecurityMailJob> = {}): SecurityMailJob => ({
  kind: 'security',
  template,
  accountId: 'acc_1',
  to: 'ada@example.org',
  firstName: 'Ada',
  language: 'en',
  brand: 'scope',
  at: Date.parse('2026-01-10T12:34:00Z'),
  emailTokenId: null,
  facts: {
    device: 'Chrome, Windows',
    address: '203.0.113.7',
    oldEmail: 'old@example.org',
    newEmail: 'new@example.org',
    passkey: 'Phone of Ada',
    networks: '192.0.2.0/24',
    billingAddress: '1 Main St, Boston',
    plansStopped: 'Drive Starter',
    codesLeft: '9',
    creditCents: '1200',
    removed: 'passkeys networks',
    passkeysKept: 'Old phone, Laptop',
    kept: 'twoStep',
  },
  ...different,
});

const cases = (Object.keys(templates) as SecurityMail[]).flatMap((template) =>
  (['scope', 'drive'] as const).map((brand) => [template, brand] as const),
);

test.each(['account_closing', 'account_closed'] as const)(
  '[BY-06, OP-02] %s says that support closed the account only if it did',
  (template) => {
    const bySupport = { facts: { ...jobOf(template).facts, bySupport: 'yes' } };
    const [own, support] = [{}, bySupport].map((different) =>
      writeSecurityMail(jobOf(template, different), null, 'en').paragraphs.join(' '),
    );
    expect(support).toMatch(/Our support team (is closing|closed) your account\..*If you didn't ask for this/s);
    expect(own).not.toContain('support team');
    const german = writeSecurityMail(jobOf(template, bySupport), null, 'de').paragraphs.join(' ');
    expect(german).toMatch(/Unser Support (schließt Ihr Konto|hat Ihr Konto geschlossen)\./);
  },
);

describe.each(cases)('[BY-06] %s of %s', (template, brand) => {
  const { path, says } = templates[template];
  const secret = withLink.includes(template) ? SECRET : null;
  const mail = renderMail(
    writeSecurityMail(jobOf(template, { brand }), secret, 'en'),
    mailBrand(demoVendor, brand, 'https://portal.example'),
    'en',
  );

  test('has the event, its time and origin, and advice if a stranger caused it', () => {
    for (const part of [mail.text, mail.html]) {
      for (const words of says) expect(part).toMatch(words);
      expect(part).toContain('Jan 10, 2026, 12:34 UTC');
      expect(part).toContain('Chrome, Windows');
      expect(part).toContain('203.0.113.7');
      expect(part).toMatch(/If (this wasn|you didn)('|&#39;)t/);
      expect(part).toContain(demoVendor.brands[brand].name);
    }
    expect(mail.subject).not.toBe(template);
    expect(mail.subject.length).toBeLessThan(60);
  });

  test('has its link in text and HTML', () => {
    const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual(path === null ? [] : [`https://portal.example${path}`]);
    if (path !== null) expect(mail.text).toContain(`: https://portal.example${path}`);
  });
});

test.each(['verify_email', 'invitation', 'email_change_confirm'] as const)(
  '[BY-06] %s to an unverified address has no text of the caller',
  (template) => {
    const content = writeSecurityMail(jobOf(template, { firstName: 'Win a prize at evil.example' }), SECRET, 'en');
    expect(JSON.stringify(content)).not.toContain('evil.example');
  },
);

test.each(withLink)('%s without a token fails', (template) => {
  expect(() => writeSecurityMail(jobOf(template), null, 'en')).toThrow(template);
});

test('unknown facts are left out', () => {
  const { rows, paragraphs } = writeSecurityMail(jobOf('new_device', { facts: {}, firstName: '' }), null, 'en');
  expect(rows?.map(([label]) => label)).toEqual(['When']);
  expect(paragraphs.join(' ')).not.toContain('Hello');
});

test.each([
  ['en', 'Jan 10, 2026, 09:12 UTC', 'Jan 10, 2026, 00:05 UTC'],
  ['de', '10. Jan. 2026, 09:12 UTC', '10. Jan. 2026, 00:05 UTC'],
] as const)('[BY-06] the time of day by 24 hours, in %s', (language, morning, midnight) => {
  const whenAt = (at: string) =>
    writeSecurityMail(jobOf('password_changed', { at: Date.parse(at) }), null, language).rows?.find(([, value]) =>
      value.endsWith('UTC'),
    )?.[1];
  expect(whenAt('2026-01-10T09:12:00Z')).toBe(morning);
  expect(whenAt('2026-01-10T00:05:00Z')).toBe(midnight);
});

test('[CA-02] a right-to-left name, or one with direction marks, does not change the direction of the text', () => {
  const hello = (firstName: string) =>
    writeSecurityMail(jobOf('password_changed', { firstName }), null, 'en').paragraphs[0];
  expect(hello('עדה')).toBe(hello('Ada')?.replace('Ada', '\u2068עדה\u2069'));
  expect(hello('A\u202Ed\u202Ca')).toBe(hello('Ada'));
});
