import { type Instant, iso, MINUTE_MS } from '@foyer/contract/vocabulary/instants';
import type { Principal } from '../identity/ports.ts';
import type { Platform } from '../platform.ts';
import { Refused, refusedCommand } from '../refused.ts';
import type { OperatorPrincipal, ViewRows, Views } from './auth-ports.ts';
import type { By } from './ports.ts';

/** Life of a view. It has no refresh token, so nothing prolongs it. */
const VIEW_LIFE_MS = 15 * MINUTE_MS;

interface Dependencies {
  readonly inTransaction: <T>(work: (tx: ViewRows) => Promise<T>) => Promise<T>;
  readonly accessToken: (
    view: { readonly sessionId: string; readonly generation: number; readonly userId: string },
    now: Instant,
    lifeMs: number,
  ) => string;
  /** Address of the portal of a brand. */
  readonly portalOf: (brand: string) => string;
}

/**
 * Begins a read-only view of a customer's pages (OP-02, decision 35). The token works for reads alone. It ends after
 * 15 minutes, with the operator's session, or when the operator ends it. The customer sees in their activity that it was.
 */
export const makeBeginView =
  ({ wallNow, newId }: Platform, { inTransaction, accessToken, portalOf }: Dependencies) =>
  async (
    account: string,
    { operatorId, sessionId }: OperatorPrincipal,
    by: By,
  ): Promise<{ token: string; portal: string }> => {
    const now = wallNow();
    const id = newId('operatorView');
    const expiresAt = now + VIEW_LIFE_MS;
    const { userId, brand } = await inTransaction(async (tx) => {
      const subject = { type: 'account', id: account } as const;
      const accountId = await tx.accountOf(account);
      if (accountId === null) throw refusedCommand('not_found', subject);
      const user = await tx.userOf(accountId);
      const owner = await tx.ownerOf(accountId);
      if (user === null || owner === null) throw refusedCommand('account_closed', subject);
      const view = { id, operatorId, operatorSessionId: sessionId, userId: user, accountId, now, expiresAt };
      await tx.addView(view);
      await tx.addActivity(accountId, 'viewed_by_support', by);
      await tx.record({
        ...by,
        accountId,
        action: 'view_as_customer',
        subjectId: accountId,
        after: { viewId: id, until: iso(expiresAt) },
        domainAt: null,
      });
      return { userId: user, brand: owner.brand };
    });
    return { token: accessToken({ sessionId: id, generation: 0, userId }, now, VIEW_LIFE_MS), portal: portalOf(brand) };
  };

/** Returns the names of customer and operator that the pages of a view show. */
export const makeReadView =
  (views: Pick<Views, 'view'>) =>
  async ({ sessionId, viewedBy }: Principal) => {
    const view = viewedBy === undefined ? null : await views.view(sessionId);
    if (!view) throw new Refused('NOT_FOUND');
    return { customer: view.customer, operator: view.operator, expiresAt: iso(view.expiresAt) };
  };

/** Ends a view early. The customer's sessions continue. */
export const makeEndView =
  ({ wallNow }: Platform, views: Pick<Views, 'endView'>) =>
  async ({ sessionId, accountId, viewedBy }: Principal): Promise<void> => {
    if (viewedBy !== undefined) await views.endView(sessionId, accountId, wallNow());
  };
