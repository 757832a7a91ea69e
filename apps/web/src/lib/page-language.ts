import type { Language } from '@foyer/contract/vocabulary/languages';

/** Language of this build of the pages (decision 10). Tests without a build are in English. */
export const pageLanguage = (): Language => import.meta.env.FOYER_LANGUAGE ?? 'en';
