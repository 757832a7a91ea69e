import type { Language } from '@foyer/contract/vocabulary/languages';
import { call } from '../../../lib/call.ts';

const TIMEOUT_MS = 3_000;

/**
 * Stores the language of the user's mails and receipts. Uses a short timeout, because the page reloads in the new
 * language after it.
 */
export const setLanguage = (language: Language) =>
  call('PATCH /api/auth/me', { body: { language } }, { signal: AbortSignal.timeout(TIMEOUT_MS) });
