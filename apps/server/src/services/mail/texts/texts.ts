import type { Language } from '@foyer/contract/vocabulary/languages';
import { de } from './de.ts';
import { en } from './en.ts';

export type MailTexts = typeof en;

export const mailTexts: Readonly<Record<Language, MailTexts>> = { en, de };
