/** What pages, mails and receipts can be read in (BY-05); the first is for everybody who asks for none of them. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** How dates and money are written for its readers. What is charged stays US dollars. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-US', de: 'de-DE' };
