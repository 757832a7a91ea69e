import type { Language } from '@foyer/contract/vocabulary/languages';
import { i18n } from '@lingui/core';
import { config } from '../lib/config.ts';

const YEAR_SECONDS = 31_536_000;

/** What the pages can be read in besides the present language, each by its own name (BY-05). */
export const otherLanguages = (): { readonly language: Language; readonly name: string }[] =>
  config.languages
    .filter((language) => language !== i18n.locale)
    .map((language) => ({
      language,
      name: new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language,
    }));

/** The server sends the pages in this language from now on. Each language is a build of its own, so the page is loaded anew. */
export const chooseLanguage = (language: Language): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where the page is not served by https
  document.cookie = `foyer-language=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
  location.reload();
};
