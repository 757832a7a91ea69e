import { config } from './config.ts';

/** E-mail address for questions about an export review: the vendor's export-control contact, else support. */
export const exportContact = (): string | null => config.contacts.exportControlEmail ?? config.contacts.supportEmail;
