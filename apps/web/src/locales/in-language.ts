import type { Language } from '@foyer/contract/vocabulary/languages';
import type { Plugin } from 'vite';
import { htmlTexts } from './html-texts.ts';
import { LANGUAGES } from './languages.ts';

const written = LANGUAGES[0];

/** Which language this build is in; `scripts/build-web.mjs` makes one after the other. */
export const languageOfBuild = (): Language =>
  LANGUAGES.find((language) => language === process.env.FOYER_LANGUAGE) ?? written;

/**
 * The pages in one language: every language is a build of its own, so none carries the words of another and the waiting
 * page stands in the HTML in the visitor's language. A text of the HTML without a translation stops the build.
 */
export const inLanguage = (language: Language): Plugin => ({
  name: 'foyer-in-language',
  enforce: 'pre',
  config: () => ({ define: { 'import.meta.env.FOYER_LANGUAGE': JSON.stringify(language) } }),
  transformIndexHtml: {
    order: 'pre',
    handler(html) {
      if (language === written) return html;
      let translated = html.replace('<html lang="en"', `<html lang="${language}"`);
      for (const [, text = ''] of html.matchAll(
        /<(?:title|h1|p|button type="submit"|a (?:id="support"|href="\/payments")[^>]*|p class="no-script")>([^<]+)/g,
      )) {
        const words = htmlTexts[language][text.trim()];
        if (words === undefined) this.error(`"${text}" of the HTML is not in ${language}`);
        translated = translated.replace(`>${text}`, () => `>${text.replace(text.trim(), () => words)}`);
      }
      return translated;
    },
  },
});
