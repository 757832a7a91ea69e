import type { Language } from './languages.ts';

/**
 * Wording of a consent question. Another wording gets a new version, and the old one stays, because an open page may
 * still show it.
 */
export interface ConsentForm {
  readonly version: string;
  readonly article: string;
  /** Text as shown on pages. `{vendor}` is the name of the vendor. */
  readonly texts: Readonly<Record<Language, string>>;
}

/** Switch of the usage-data setting that `PATCH me` changes (CO-02). */
export const usageDataSwitch: ConsentForm = {
  version: 'usage-data-switch-1',
  article: 'usage-data',
  texts: {
    en: 'Allow app usage data collection',
    de: 'Erfassung von Daten zur App-Nutzung erlauben',
  },
};

/**
 * Texts by which the pages ask for consent (CO-01). They are the stored proof; a web test compares the pages with them.
 */
export const consentForms: readonly ConsentForm[] = [
  {
    version: 'marketing-question-1',
    article: 'marketing',
    texts: {
      en: 'Would you like news about {vendor} products? Product updates and offers, at most twice a month. Change your answer any time.',
      de: 'Möchten Sie Neuigkeiten zu Produkten von {vendor} erhalten? Produktneuigkeiten und Angebote, höchstens zweimal im Monat. Sie können Ihre Antwort jederzeit ändern.',
    },
  },
  {
    version: 'marketing-switch-unanswered-1',
    article: 'marketing',
    texts: {
      en: 'Marketing news: Product updates and offers, at most twice a month. We send nothing until you say yes.',
      de: 'Marketing-Neuigkeiten: Produktneuigkeiten und Angebote, höchstens zweimal im Monat. Wir senden nichts, bevor Sie zustimmen.',
    },
  },
  {
    version: 'marketing-switch-1',
    article: 'marketing',
    texts: {
      en: 'Marketing news: Product updates and offers, at most twice a month.',
      de: 'Marketing-Neuigkeiten: Produktneuigkeiten und Angebote, höchstens zweimal im Monat.',
    },
  },
  usageDataSwitch,
];
