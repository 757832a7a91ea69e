import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type Language, locales } from '@foyer/contract/vocabulary/languages';
import { formatCents } from '@foyer/contract/vocabulary/money';
import type { SecurityMail } from '@foyer/contract/vocabulary/record-words';
import { isolated } from '@foyer/contract/vocabulary/shown-text';
import type { ContentRow, MailContent } from './layout.ts';
import type { OperatorMailJob, SecurityMailJob } from './ports.ts';
import { type MailTexts, mailTexts } from './texts/texts.ts';

type Fact = keyof MailTexts['facts'];

/** Parts of a security mail that are the same in every language. */
interface Frame {
  /** Page of the link. */
  readonly page?: keyof MailTexts['links'];
  /** Path of a link that ends with a secret. */
  readonly secretAfter?: string;
  /** Facts to show before the time of the event. */
  readonly facts?: readonly Fact[];
  /** The address is not verified. Without this, a stranger could send it any text in the place of the name. */
  readonly isNameless?: true;
}

const frames: Readonly<Record<SecurityMail, Frame>> = {
  verify_email: { secretAfter: '/id/#/verify/', isNameless: true },
  invitation: { secretAfter: '/id/#/reset/', isNameless: true },
  registered_again: { page: '/' },
  password_reset: { secretAfter: '/id/#/reset/' },
  password_reset_done: { page: '/', facts: ['passkeysRemoved', 'passkeysKept'] },
  password_changed: { page: '/security' },
  email_change_confirm: { secretAfter: '/#/cea/', isNameless: true },
  email_change_requested: { page: '/security', facts: ['newEmail'] },
  email_changed: { page: '/', facts: ['oldEmail', 'newEmail', 'passkeysKept', 'kept'] },
  mfa_enabled: { page: '/security' },
  mfa_disabled: { page: '/security' },
  mfa_lifted: { page: '/security' },
  sign_in_methods_removed: { page: '/' },
  recovery_codes_created: { page: '/security' },
  recovery_code_used: { page: '/security', facts: ['codesLeft'] },
  passkey_added: { page: '/security', facts: ['passkey'] },
  passkey_removed: { page: '/security', facts: ['passkey'] },
  networks_limited: { page: '/security', facts: ['networks'] },
  networks_opened: { page: '/security' },
  address_changed: { page: '/address', facts: ['billingAddress', 'plansStopped', 'plansResumed'] },
  new_device: { page: '/security' },
  sign_in_locked: { page: '/security' },
  step_up_locked: { page: '/security' },
  refresh_reused: { page: '/security' },
  export_ready: { page: '/security' },
  account_closing: { page: '/payments/method' },
  account_closed: {},
};

/** Formats the time of an event in UTC, with 24 hours: `Jan 10, 2026, 09:12 UTC`. */
const formatTime = (at: Instant, language: Language): string => {
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const time = { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat(locales[language], time).format(at)} UTC`;
};

/** Rows of the known facts. */
const factRows = (
  names: readonly Fact[],
  facts: Readonly<Record<string, string | undefined>>,
  labels: MailTexts['facts'],
): ContentRow[] =>
  names.flatMap((name): ContentRow[] => (facts[name] === undefined ? [] : [[labels[name], facts[name]]]));

/** Writes a mail about the account or its security: the event, its time and origin, and what to do about it (BY-06). */
export const writeSecurityMail = (job: SecurityMailJob, secret: string | null, language: Language): MailContent => {
  const { template, firstName, at, facts } = job;
  const texts = mailTexts[language];
  const text = texts.security[template];
  const { subject, more, link } = text;
  const { what, notYou } = (facts.bySupport === undefined ? undefined : text.bySupport) ?? text;
  const { whatUntilReset = what } = text;
  const { page, secretAfter, facts: named = [], isNameless = firstName === '' } = frames[template];
  if (secretAfter !== undefined && secret === null) throw new Error(`mail ${template}: the job has no emailTokenId`);
  const path = secretAfter === undefined ? page : `${secretAfter}${secret}`;
  const methods: Readonly<Record<string, string>> = texts.signInMethods;
  const methodNames = (kinds: string | undefined) =>
    kinds
      ?.split(' ')
      .flatMap((kind) => methods[kind] ?? [])
      .join(', ');
  const shown = {
    ...facts,
    kept: methodNames(facts.kept),
    removed: methodNames(facts.removed),
    credit: facts.creditCents && formatCents(Number(facts.creditCents), { locale: locales[language] }),
    when: formatTime(at, language),
  };
  return {
    subject,
    heading: subject,
    paragraphs: [
      ...(isNameless ? [] : [texts.hello(isolated(firstName))]),
      facts.resetNeeded === undefined ? what : whatUntilReset,
      ...(more === undefined ? [] : [more]),
      notYou,
    ],
    rows: factRows([...named, 'removed', 'credit', 'when', 'device', 'place', 'address'], shown, texts.facts),
    link: path === undefined ? null : { label: link ?? (page ? texts.links[page] : ''), path },
  };
};

/** Writes a mail to an operator about their own account. */
export const writeOperatorMail = ({ template, at, language, facts }: OperatorMailJob): MailContent => {
  const texts = mailTexts[language];
  const { subject, what, notYou } = texts.operator[template];
  const shown = { ...facts, when: formatTime(at, language) };
  return {
    subject,
    heading: subject,
    paragraphs: [what, notYou],
    rows: factRows(['when', 'device', 'address'], shown, texts.facts),
    link: { label: texts.links['/operator/'], path: '/operator/' },
  };
};
