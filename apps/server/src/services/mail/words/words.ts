import type { Language } from '@foyer/contract/vocabulary/languages';
import { billingDe } from './billing-de.ts';
import { billingEn } from './billing-en.ts';
import { operatorDe } from './operator-de.ts';
import { operatorEn } from './operator-en.ts';
import { securityDe } from './security-de.ts';
import { securityEn } from './security-en.ts';

const en = {
  questions: (email: string) => `Questions? Write to ${email}.`,
  billing: billingEn,
  security: securityEn,
  operator: operatorEn,
};

/** Everything that mails say. The English words give the shape, so that a language with a word too few is no program (BY-05). */
export type MailWords = typeof en;

const de: MailWords = {
  questions: (email) => `Fragen? Schreiben Sie an ${email}.`,
  billing: billingDe,
  security: securityDe,
  operator: operatorDe,
};

export const mailWords: Readonly<Record<Language, MailWords>> = { en, de };
