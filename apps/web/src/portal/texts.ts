import { i18n, type Messages } from '@lingui/core';
import { messages } from '../locales/en/portal.po';

/** Texts of the first screen. Other texts load with their parts (`lazy-page.tsx`). */
export const startTexts = (): typeof i18n => {
  i18n.loadAndActivate({ locale: import.meta.env.FOYER_LANGUAGE ?? 'en', messages });
  return i18n;
};

/** Loads a catalogue once. A failed load is repeated by the next caller. */
const once = (load: () => Promise<{ messages: Messages }>) => {
  let loaded: Promise<void> | undefined;
  return (): Promise<void> => {
    loaded ??= load().then((file) => i18n.load(i18n.locale, file.messages));
    return loaded.catch((cause) => {
      loaded = undefined;
      throw cause;
    });
  };
};

/** Loads the texts of all pages without a separate catalogue, together with the first of these pages. */
export const loadPageTexts = once(() => import('../locales/en/pages.po'));
export const loadOfferTexts = once(() => import('../locales/en/offers.po'));
export const loadPlanTexts = once(() => import('../locales/en/plans.po'));
export const loadLicenceTexts = once(() => import('../locales/en/licence.po'));
export const loadSandboxTexts = once(() => import('../locales/en/sandbox.po'));
export const loadSecurityTexts = once(() => import('../locales/en/security.po'));
export const loadHomeLaterTexts = once(() => import('../locales/en/home-later.po'));
