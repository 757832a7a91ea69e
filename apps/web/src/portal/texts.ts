import { i18n } from '@lingui/core';
import { messages } from '../locales/en/portal.po';

/** The words of the first screen. The rest arrives with the first other page (`lazy-page.tsx`). */
export const startTexts = (): typeof i18n => {
  i18n.loadAndActivate({ locale: 'en', messages });
  return i18n;
};

let pages: Promise<void> | undefined;

export const loadPageTexts = (): Promise<void> => {
  pages ??= import('../locales/en/pages.po').then((file) => i18n.load('en', file.messages));
  return pages.catch((cause) => {
    pages = undefined; // the next page asks again
    throw cause;
  });
};
