/** Languages of pages, mails and receipts (BY-05). The first is the default. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** Locale for dates and amounts. The currency is US dollars in every language. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE' };
