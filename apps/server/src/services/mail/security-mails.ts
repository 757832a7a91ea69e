import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type Language, locales } from '@foyer/contract/vocabulary/languages';
import { formatCents } from '@foyer/contract/vocabulary/money';
import { isolated } from '@foyer/contract/vocabulary/shown-text';
import type { MailContent } from './layout.ts';
import type { OperatorMailJob, SecurityMailJob, SecurityTemplate } from './ports.ts';
import { type MailWords, mailWords } from './words/words.ts';

/** What a mail about the account itself says. */
interface SecurityText {
  /** Subject and heading. */
  readonly title: string;
  /** What happened. */
  readonly what: string;
  /** The same, when it lasts until the owner sets a new password. */
  readonly whatForLong?: string;
  readonly more?: string;
  /** What to do if it was somebody else. */
  readonly notYou: string;
  /** Beside the link, where the mail has one of its own. */
  readonly link?: string;
}

/** Where a mail leads: to a place of the portal, by a link of its own with the secret at its end, or nowhere. */
type Lead = 'security' | 'address' | 'signIn' | 'export' | 'nowhere' | { readonly secretAfter: string };

const leads: Readonly<Record<SecurityTemplate, Lead>> = {
  verify_email: { secretAfter: '/id/#/verify/' },
  registered_again: 'signIn',
  password_reset: { secretAfter: '/id/#/reset/' },
  password_reset_done: 'signIn',
  password_changed: 'security',
  email_change_confirm: { secretAfter: '/#/cea/' },
  email_change_requested: 'security',
  email_changed: 'signIn',
  mfa_enabled: 'security',
  mfa_disabled: 'security',
  mfa_lifted: 'security',
  sign_in_methods_removed: 'signIn',
  recovery_codes_created: 'security',
  recovery_code_used: 'security',
  passkey_added: 'security',
  passkey_removed: 'security',
  networks_limited: 'security',
  networks_opened: 'security',
  address_changed: 'address',
  new_device: 'security',
  sign_in_locked: 'security',
  step_up_locked: 'security',
  refresh_reused: 'security',
  export_ready: 'export',
  account_closed: 'nowhere',
};

type Label = keyof MailWords['security']['labels'];

/** What a mail names before it says when and from where. */
const named: Partial<Readonly<Record<SecurityTemplate, readonly Label[]>>> = {
  password_reset_done: ['passkeysRemoved', 'passkeysKept'],
  email_change_requested: ['newEmail'],
  email_changed: ['oldEmail', 'newEmail'],
  recovery_code_used: ['codesLeft'],
  passkey_added: ['passkey'],
  passkey_removed: ['passkey'],
  networks_limited: ['networks'],
  address_changed: ['billingAddress'],
};

/** The facts that say where it came from, in this order. */
const whence: readonly Label[] = ['device', 'place', 'address'];

/**
 * A mail to an address that nobody has proved to be theirs names nobody: else a stranger could have us send words of
 * theirs to anybody, in the place of a name.
 */
const toUnprovedAddress: readonly SecurityTemplate[] = ['verify_email', 'email_change_confirm'];

/** Date and time of an event, by 24 hours and in UTC: `Jan 10, 2026, 09:12 UTC`. */
const when = (at: Instant, language: Language): string => {
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const moment = { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat(locales[language], moment).format(at)} UTC`;
};

const linkOf = (
  { template }: SecurityMailJob,
  secret: string | null,
  { links }: MailWords['security'],
  own: string,
): MailContent['link'] => {
  const lead = leads[template];
  switch (lead) {
    case 'security':
      return { label: links.security, path: '/security' };
    case 'address':
      return { label: links.address, path: '/address' };
    case 'signIn':
      return { label: links.signIn, path: '/' };
    case 'export':
      return { label: own, path: '/security' };
    case 'nowhere':
      return undefined;
    default:
      if (secret === null) throw new Error(`the mail ${template} needs a link`);
      return { label: own, path: `${lead.secretAfter}${secret}` };
  }
};

/** The words of each mail about the account itself (BY-06): what happened, when, from where, and what to do if it was somebody else. */
export const writeSecurityMail = (job: SecurityMailJob, secret: string | null, language: Language): MailContent => {
  const words = mailWords[language].security;
  const text: SecurityText = words.mails[job.template];
  const link = linkOf(job, secret, words, text.link ?? '');
  const greeting =
    job.firstName !== '' && !toUnprovedAddress.includes(job.template) ? [words.hello(isolated(job.firstName))] : [];
  const row = (label: Label, value: string | undefined): (readonly [string, string])[] =>
    value === undefined ? [] : [[words.labels[label], value]];
  const rowsOf = (labels: readonly Label[]) => labels.flatMap((label) => row(label, job.facts[label]));
  const { resetNeeded, creditCents, removed } = job.facts;
  const methods: Readonly<Record<string, string>> = words.methods;
  const removedMethods = removed
    ?.split(' ')
    .flatMap((kind) => methods[kind] ?? [])
    .join(', ');
  return {
    subject: text.title,
    heading: text.title,
    paragraphs: [
      ...greeting,
      resetNeeded === undefined ? text.what : (text.whatForLong ?? text.what),
      ...(text.more === undefined ? [] : [text.more]),
      text.notYou,
    ],
    rows: [
      ...rowsOf(named[job.template] ?? []),
      ...row('removed', removedMethods),
      ...row('credit', creditCents && formatCents(Number(creditCents), { locale: locales[language] })),
      ...row('when', when(job.at, language)),
      ...rowsOf(whence),
    ],
    ...(link ? { link } : {}),
  };
};

/** Mail to an operator about their own account. */
export const writeOperatorMail = ({ template, at, language, facts }: OperatorMailJob): MailContent => {
  const { operator, security } = mailWords[language];
  const { title, what, notYou } = operator.mails[template];
  const rows = (['device', 'address'] as const).flatMap((fact): (readonly [string, string])[] =>
    facts[fact] === undefined ? [] : [[security.labels[fact], facts[fact]]],
  );
  return {
    subject: title,
    heading: title,
    paragraphs: [what, notYou],
    rows: [[security.labels.when, when(at, language)], ...rows],
    link: { label: operator.link, path: '/operator/' },
  };
};
