import { domainToASCII } from 'node:url';
import { makeMailboxOf } from '@foyer/domain/subscription/mailbox';

/** The mailbox behind an address, whichever way its domain is spelled. */
export const mailboxOf = makeMailboxOf(domainToASCII);
