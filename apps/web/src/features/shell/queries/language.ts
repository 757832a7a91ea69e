import type { Language } from '@foyer/contract/vocabulary/languages';
import { call } from '../../../lib/call.ts';

const TIMEOUT_MS = 3_000;

/** The account learns what its mails and receipts are written in; nobody waits long for that to read a page. */
export const setLanguage = (language: Language) =>
  call('PATCH /api/auth/me', { body: { language } }, { signal: AbortSignal.timeout(TIMEOUT_MS) });
