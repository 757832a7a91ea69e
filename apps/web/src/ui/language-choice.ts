import type { Language } from '@foyer/contract/vocabulary/languages';
import { config } from '../lib/config.ts';
import { pageLanguage } from '../lib/page-language.ts';

const YEAR_SECONDS = 31_536_000;

/** Languages other than the current one, each under its native name (BY-05). */
export const otherLanguages = (): { readonly language: Language; readonly name: string }[] =>
  config.languages
    .filter((language) => language !== pageLanguage())
    .map((language) => ({
      language,
      name: new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language,
    }));

/**
 * Values for `document.cookie` that store a choice. On https the cookie's name begins with `__Host-`, so that no other host
 * of the domain can set it, and the cookie without prefix of earlier releases is removed. Browsers refuse that prefix on
 * http, which only the own machine is reached by.
 */
export const languageCookies = (language: Language, protocol: string): readonly string[] =>
  protocol === 'https:'
    ? [
        `__Host-foyer-language=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax; Secure`,
        'foyer-language=; Path=/; Max-Age=0; SameSite=Lax; Secure',
      ]
    : [`foyer-language=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`];

/**
 * Switches the language of the pages. Stores the choice in cookies and reloads, because each language is a separate
 * build.
 */
export const chooseLanguage = (language: Language): void => {
  for (const cookie of languageCookies(language, location.protocol)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where the page is not served by https
    document.cookie = cookie;
  }
  location.reload();
};
