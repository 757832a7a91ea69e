import { domainToASCII } from 'node:url';
import { makeMailboxOf } from '@foyer/domain/subscriptions/mailbox';

/** Returns the mailbox of an address, for any spelling of its domain. */
export const mailboxOf = makeMailboxOf(domainToASCII);
