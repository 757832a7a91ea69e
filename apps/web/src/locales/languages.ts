import type { Language } from '@foyer/contract/vocabulary/languages';

/** What the pages are built in; the first is the one the code is written in and everybody gets who asks for none of them. */
export const LANGUAGES = ['en', 'de'] as const satisfies readonly Language[];
