import type { Instant } from '@foyer/contract/vocabulary/instants';
import { type Language, languages } from '@foyer/contract/vocabulary/languages';
import type { OperatorMail } from '@foyer/contract/vocabulary/record-words';
import type { OperatorMailJob } from '../mail/ports.ts';

/** Mail to an operator about their own account. */
export const operatorMail = (
  template: OperatorMail,
  to: string,
  language: Language,
  at: Instant,
  facts: Readonly<Record<string, string>>,
): OperatorMailJob => ({ kind: 'operator', template, to, language, at, facts });

/** Mail about a lock. It is in English, because the language of the browser may be that of a stranger who guessed. */
export const lockMail = (to: string, at: Instant, facts: Readonly<Record<string, string>>): OperatorMailJob =>
  operatorMail('operator_locked', to, languages[0], at, facts);
