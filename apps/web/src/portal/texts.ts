import { i18n, type Messages } from '@lingui/core';
import { messages } from '../locales/en/portal.po';

/** The words of the first screen. The rest arrives with the parts that need it (`lazy-page.tsx`). */
export const startTexts = (): typeof i18n => {
  i18n.loadAndActivate({ locale: import.meta.env.FOYER_LANGUAGE ?? 'en', messages });
  return i18n;
};

/** Fetches a catalogue once; after a failure the next one who needs it asks again. */
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

/** The words of every page but Home, the security pages and those where a plan is chosen or a code redeemed: they come with the first of them. */
export const loadPageTexts = once(() => import('../locales/en/pages.po'));
export const loadOfferTexts = once(() => import('../locales/en/offers.po'));
export const loadPlanTexts = once(() => import('../locales/en/plans.po'));
export const loadLicenceTexts = once(() => import('../locales/en/licence.po'));
export const loadSandboxTexts = once(() => import('../locales/en/sandbox.po'));
export const loadSecurityTexts = once(() => import('../locales/en/security.po'));
export const loadHomeLaterTexts = once(() => import('../locales/en/home-later.po'));
