import type { Instant } from '@foyer/contract/vocabulary/instants';
import { isBlank, withoutHidden } from '@foyer/contract/vocabulary/shown-text';
import { isEmailAddress, tidyEmail } from '@foyer/domain/identity/email-address';
import type { Claims, Origin, PasswordHasher } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { InCredentialTransaction, RefuseBadPassword } from './ports.ts';

interface Dependencies {
  readonly inTransaction: InCredentialTransaction;
  readonly countCall: (address: string | null, now: Instant) => Promise<void>;
  readonly refuseBadPassword: RefuseBadPassword;
  readonly hasher: Pick<PasswordHasher, 'hash'>;
  readonly brandOf: (hostname: string) => string;
  /** Claims of a new customer, from DEFAULT_CLAIMS. */
  readonly claims: Claims;
  readonly gateway: string;
}

export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
}

const tidyName = (field: 'firstName' | 'lastName', text: string): string => {
  const name = withoutHidden(text).trim().normalize('NFC');
  if (isBlank(name)) throw new Refused('INVALID_REQUEST', { field });
  return name;
};

/**
 * Creates an account and its user. The host name decides the brand. For a known address it creates nothing and mails the
 * owner. Response and work (one hash) are the same in both cases, so a caller cannot find out who has an account (INV-19).
 */
export const makeRegister =
  (platform: Platform, needs: Dependencies) =>
  async (wanted: Registration, origin: Origin, hostname: string): Promise<{ email: string }> => {
    const now = platform.wallNow();
    await needs.countCall(origin.address, now);
    const email = tidyEmail(wanted.email);
    if (!isEmailAddress(email)) throw new Refused('INVALID_EMAIL', { field: 'email' });
    const firstName = tidyName('firstName', wanted.firstName);
    const lastName = tidyName('lastName', wanted.lastName);
    const { language } = origin;
    await needs.refuseBadPassword(
      { text: wanted.password, field: 'password', language },
      { email, firstName, lastName },
    );
    const passwordHash = await needs.hasher.hash(wanted.password);
    const user = {
      accountId: platform.newId('account'),
      userId: platform.newId('user'),
      brand: needs.brandOf(hostname),
      gateway: needs.gateway,
      email,
      firstName,
      lastName,
      language,
      passwordHash,
      claims: needs.claims,
      now,
    };
    await needs.inTransaction(async (tx) => {
      const isNew = await tx.insertUser(user);
      if (isNew) await tx.record({ ...origin, type: 'registered', accountId: user.accountId, sessionId: null });
      const template = isNew ? 'verify_email' : 'registered_again';
      await tx.requestLink({ ...origin, kind: 'link_request', template, to: email, at: now });
    });
    return { email };
  };
