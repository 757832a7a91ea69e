import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { withoutHidden } from '@foyer/contract/vocabulary/shown-text';
import { isEmailAddress, tidyEmail } from '@foyer/domain/identity/email-address';
import type { UserRows } from '../credentials/ports.ts';
import type { Claims, Origin, SecurityWrites } from '../identity/ports.ts';
import type { LinkRequest } from '../mail/ports.ts';
import type { By, OperatorRows } from '../operator/ports.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { ExternalIdRows } from './ports.ts';

type Tx = SecurityWrites &
  Pick<UserRows, 'insertUser' | 'userOf'> &
  ExternalIdRows & {
    readonly audit: OperatorRows['record'];
    requestLink(request: LinkRequest): Promise<void>;
  };

interface Dependencies {
  readonly inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly brandOf: (hostname: string) => string;
  readonly claims: Claims;
  readonly gateway: string;
  /** Hash that no password matches. */
  readonly noPassword: string;
  /** True if another provider signs users in. It creates their accounts. */
  readonly hasProvider: boolean;
}

export interface CustomerToFind {
  readonly externalId?: string | undefined;
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly language?: Language | undefined;
}

export interface FoundOrCreated {
  readonly accountId: AccountId;
  readonly externalId: string | null;
  readonly created: boolean;
}

const refuse = (code: string, message: string): Refused => new Refused('ACTION_REFUSED', { code, message });

/** Origin of the events. The vendor's server is no browser of the customer. */
const noOrigin = { address: null, userAgent: null } as const;

const tidyName = (text = ''): string => withoutHidden(text).trim().normalize('NFC');

/**
 * Links an existing account to an id of the vendor. Its owner must have proved the email address: a stranger may have
 * registered it, and would get what the vendor gives its customer (H1).
 */
const link = async (
  tx: Tx,
  accountId: AccountId,
  { externalId, isVerified }: { readonly externalId: string; readonly isVerified: boolean },
  by: By,
): Promise<void> => {
  const present = await tx.externalIdOf(accountId);
  if (present === externalId) return;
  if (present !== null)
    throw refuse('external_id_differs', 'The account with this email address has another external id.');
  if (!isVerified)
    throw refuse(
      'email_not_verified',
      'An account with this email address exists, and its owner has not verified the address. Try again after that.',
    );
  await tx.addExternalId(accountId, externalId);
  await tx.audit({
    ...by,
    accountId,
    action: 'link_customer',
    subjectId: accountId,
    after: { externalId },
    domainAt: null,
  });
};

/**
 * Finds a customer by external id, else by email address, and creates one if there is none. Two calls for one external id wait
 * for each other, so they give one customer. A new customer has no password and gets a mail to set one.
 */
export const makeFindOrCreateCustomer =
  (platform: Platform, needs: Dependencies) =>
  (wanted: CustomerToFind, by: By, origin: Origin, hostname: string): Promise<FoundOrCreated> => {
    const { externalId } = wanted;
    const email = wanted.email === undefined ? null : tidyEmail(wanted.email);
    if (externalId === undefined && email === null) throw new Refused('INVALID_REQUEST', { field: 'externalId' });
    if (email !== null && !isEmailAddress(email)) throw new Refused('INVALID_EMAIL', { field: 'email' });
    return needs.inTransaction(async (tx) => {
      if (externalId !== undefined) {
        const known = await tx.lockExternalId(externalId);
        if (known !== null) return { accountId: known, externalId, created: false };
      }
      if (email === null) throw new Refused('NOT_FOUND');
      const userId = await tx.userOf(email);
      if (userId !== null) {
        const user = await tx.lockUser(userId);
        // The account was closed during the wait for the lock. The next call creates a new one.
        if (!user) throw new Refused('OPERATION_IN_PROGRESS');
        const { accountId, emailVerifiedAt } = user;
        if (externalId !== undefined)
          await link(tx, accountId, { externalId, isVerified: emailVerifiedAt !== null }, by);
        return { accountId, externalId: await tx.externalIdOf(accountId), created: false };
      }
      if (needs.hasProvider)
        throw refuse(
          'sign_in_elsewhere',
          'Users sign in at another provider, and their first sign-in creates the account.',
        );
      const now = platform.wallNow();
      const accountId: AccountId = platform.newId('account');
      const isNew = await tx.insertUser({
        accountId,
        userId: platform.newId('user'),
        brand: needs.brandOf(hostname),
        gateway: needs.gateway,
        email,
        firstName: tidyName(wanted.firstName),
        lastName: tidyName(wanted.lastName),
        language: wanted.language ?? 'en',
        passwordHash: needs.noPassword,
        claims: needs.claims,
        now,
      });
      // Another call took the address since it was looked up.
      if (!isNew) throw new Refused('OPERATION_IN_PROGRESS');
      if (externalId !== undefined) await tx.addExternalId(accountId, externalId);
      const { requestId } = origin;
      await tx.record({ ...noOrigin, requestId, type: 'registered', accountId, sessionId: null, actor: by.actor });
      await tx.audit({
        ...by,
        accountId,
        action: 'create_customer',
        subjectId: accountId,
        after: externalId === undefined ? {} : { externalId },
        domainAt: null,
      });
      await tx.requestLink({
        ...noOrigin,
        requestId,
        kind: 'link_request',
        template: 'invitation',
        to: email,
        at: now,
      });
      return { accountId, externalId: externalId ?? null, created: true };
    });
  };
