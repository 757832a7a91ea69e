import { randomBytes } from 'node:crypto';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { iso, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import type { PortalTask } from '@foyer/contract/vocabulary/portal-tasks';
import type { By, OperatorRows } from '../operator/ports.ts';
import type { Platform } from '../platform.ts';
import { Refused, refusedCommand } from '../refused.ts';
import { hashKeyText } from './key-text.ts';
import type { ExternalIdRows, PortalLinkRows } from './ports.ts';
import type { FindReturnTarget } from './return-targets.ts';

/** Life of a link. It is opened at once, by the browser that pressed a button of the product. */
const LINK_LIFE_MS = 5 * MINUTE_MS;

const RANDOM_BYTES = 32;

type Tx = Pick<OperatorRows, 'accountOf' | 'ownerOf' | 'record'> &
  Pick<ExternalIdRows, 'externalIdOf'> &
  PortalLinkRows;

interface Dependencies {
  readonly inTransaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly findReturnTarget: FindReturnTarget;
  readonly familyKeys: () => readonly string[];
  /** Address of the portal of a brand. */
  readonly portalOf: (brand: string) => string;
}

export interface PortalLinkOrder {
  readonly task: PortalTask;
  readonly family?: string | undefined;
  readonly subscriptionId?: string | undefined;
  readonly returnAddress: string;
}

/** Field of an order that does not fit its task, or null. */
const wrongField = ({ task, family, subscriptionId }: PortalLinkOrder): string | null => {
  if (task === 'plans') return family === undefined && subscriptionId === undefined ? 'family' : null;
  if (family !== undefined) return 'family';
  return (subscriptionId !== undefined) === (task === 'cancel') ? null : 'subscriptionId';
};

/**
 * Makes a link that opens one page of the portal for a customer (decision 78). The account must have an external id, so a
 * key opens only customers of the vendor. The secret is behind the `#`, which no server and no log receives (INV-17).
 */
export const makeCreatePortalLink =
  ({ wallNow, newId }: Platform, { inTransaction, findReturnTarget, familyKeys, portalOf }: Dependencies) =>
  async (accountId: AccountId, order: PortalLinkOrder, by: By): Promise<{ url: string; expiresAt: string }> => {
    const { task, family, subscriptionId, returnAddress } = order;
    const field = wrongField(order);
    if (field !== null) throw new Refused('INVALID_REQUEST', { field });
    if (family !== undefined && !familyKeys().includes(family))
      throw new Refused('INVALID_REQUEST', { field: 'family' });
    if (findReturnTarget(returnAddress, 'en') === null)
      throw new Refused('INVALID_REQUEST', {
        field: 'returnAddress',
        message: 'returnAddress must be a full address at a product of the brands file or of clients.yaml.',
      });
    const token = randomBytes(RANDOM_BYTES).toString('base64url');
    const now = wallNow();
    const expiresAt = now + LINK_LIFE_MS;
    const brand = await inTransaction(async (tx) => {
      if ((await tx.accountOf(accountId)) !== accountId) throw new Refused('NOT_FOUND');
      const owner = await tx.ownerOf(accountId);
      if (owner === null) throw refusedCommand('account_closed', { type: 'account', id: accountId });
      if ((await tx.externalIdOf(accountId)) === null)
        throw new Refused('ACTION_REFUSED', {
          code: 'not_linked',
          message: 'This account has no external id. Link it by POST /vendor/v1/customers first.',
        });
      const ofSubscription = subscriptionId === undefined ? null : await tx.familyOf(subscriptionId, accountId);
      if (subscriptionId !== undefined && ofSubscription === null)
        throw new Refused('INVALID_REQUEST', { field: 'subscriptionId' });
      if (family !== undefined && ofSubscription !== null && family !== ofSubscription)
        throw new Refused('INVALID_REQUEST', { field: 'family' });
      const target = { family: ofSubscription ?? family ?? null, subscriptionId: subscriptionId ?? null };
      const id = newId('portalLink');
      await tx.addPortalLink({
        id,
        tokenHash: hashKeyText(token),
        accountId,
        vendorKeyId: by.actor,
        task,
        ...target,
        returnAddress,
        createdAt: now,
        expiresAt,
      });
      // A repeated call makes a second link, so the key of the call is not stored.
      const entry = { after: { linkId: id, task, returnAddress }, subjectId: accountId, domainAt: null };
      await tx.record({ ...by, requestKey: null, accountId, action: 'create_portal_link', ...entry });
      return owner.brand;
    });
    return { url: `${portalOf(brand)}/#/signin/link/${token}`, expiresAt: iso(expiresAt) };
  };
