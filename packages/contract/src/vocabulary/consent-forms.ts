import type { Language } from './languages.ts';

/** Names the wording; another wording gets another version and the old one stays, because it may still be on a screen. */
export interface ConsentForm {
  readonly version: string;
  readonly article: string;
  /** As the pages show it. `{vendor}` is the name of the vendor. */
  readonly texts: Readonly<Record<Language, string>>;
}

/** The switch of the setting that `PATCH me` changes (CO-02). */
export const usageDataSwitch: ConsentForm = {
  version: 'usage-data-switch-1',
  article: 'usage-data',
  texts: {
    en: 'Allow app usage data collection',
    de: 'Erfassung von Daten zur App-Nutzung erlauben',
  },
};

/** The words with which our pages ask for consent (CO-01). They are what counts as proof; a web test compares the pages. */
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
