import type { PortalLinkView, UsedPortalLink } from '@foyer/contract/api/portal-links';
import { HOUR_MS, iso } from '@foyer/contract/vocabulary/instants';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { MAX_SESSIONS, networkRefusal } from '../identity/begin-session.ts';
import type { LockedUser, Origin, SecurityWrites, SignInRows } from '../identity/ports.ts';
import { notifyOwner } from '../identity/security-mail.ts';
import { FIRST_TOKEN_LIFE_MS, type Tokens } from '../identity/tokens.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import { hashKeyText } from './key-text.ts';
import type { OpenPortalLink, PortalLinkReads, PortalLinkUse } from './ports.ts';
import type { FindReturnTarget } from './return-targets.ts';

/** Longest session of a link. It is for one task, and the customer has typed no password. */
const LINK_SESSION_MS = HOUR_MS;

/** First letter and domain of an email address, as the page shows it before the customer presses. */
const masked = (email: string): string => email.replace(/^(.).*(?=@)/su, '$1…');

/** Unknown, expired, used, of a revoked key, or to an address that is not allowed any more: all are one answer. */
const gone = (): Refused => new Refused('NOT_FOUND');

const findLink = async (
  { portalLinkOf }: PortalLinkReads,
  findReturnTarget: FindReturnTarget,
  token: string,
  language: Language,
): Promise<OpenPortalLink & { readonly product: string }> => {
  const link = await portalLinkOf(hashKeyText(token));
  const product = link && findReturnTarget(link.returnAddress, language);
  if (!link || product === null) throw gone();
  return { ...link, product };
};

interface ReadDependencies {
  readonly links: PortalLinkReads;
  readonly findReturnTarget: FindReturnTarget;
}

/** Reads a link for its page. A mail scanner or a preview that opens the page uses nothing up. */
export const makeReadPortalLink =
  ({ links, findReturnTarget }: ReadDependencies) =>
  async (token: string, language: Language): Promise<PortalLinkView> => {
    const { userId, email, product, task, expiresAt } = await findLink(links, findReturnTarget, token, language);
    return { userId, maskedEmail: masked(email), product, task, expiresAt: iso(expiresAt) };
  };

interface UseDependencies extends ReadDependencies {
  readonly inTransaction: <T>(run: (tx: SecurityWrites & SignInRows & PortalLinkUse) => Promise<T>) => Promise<T>;
  readonly tokens: Pick<Tokens, 'refresh'>;
}

/**
 * Uses a link up and begins a session, which lasts an hour at most. It is no sign-in: it proves no password, stores no device
 * and counts no failed attempt. The owner gets a mail unless a session began at this address in this browser before.
 */
export const makeUsePortalLink = (
  { wallNow, newId, originFacts }: Platform,
  { links, findReturnTarget, inTransaction, tokens }: UseDependencies,
) => {
  const begin = async (
    tx: SecurityWrites & SignInRows & PortalLinkUse,
    user: LockedUser,
    { id: portalLinkId, returnAddress }: Pick<OpenPortalLink, 'id' | 'returnAddress'>,
    origin: Origin,
  ): Promise<string> => {
    const { address, userAgent, requestId } = origin;
    const now = wallNow();
    const isKnown = await tx.hasSessionFrom(user, address, userAgent);
    const id = newId('session');
    const times = { now, refreshExpiresAt: now + FIRST_TOKEN_LIFE_MS, expiresAt: now + LINK_SESSION_MS };
    const session = { id, userId: user.userId, accountId: user.accountId, ...times, userAgent, address, portalLinkId };
    const eventId = newId('audit');
    const language = origin.languageChosen ? origin.language : null;
    const productAddress = `${new URL(returnAddress).origin}/`;
    const stored = { eventId, requestId, method: 'portal_link', productAddress } as const;
    const entered = await tx.enter(
      { session, ...stored, deviceId: null, language, clear: [], unchanged: null },
      MAX_SESSIONS,
    );
    if (!entered) throw gone();
    // An account with an unverified address may be a stranger's (H1), and a first visit is no surprise.
    const { emailVerifiedAt, lastAuthAt } = user;
    if (!isKnown && emailVerifiedAt !== null && lastAuthAt !== null)
      await tx.mail(notifyOwner('new_device', user, now, originFacts(origin)));
    return id;
  };

  return async (token: string, keepSession: boolean, origin: Origin): Promise<UsedPortalLink> => {
    const link = await findLink(links, findReturnTarget, token, origin.language);
    const { task, family, subscriptionId, product, returnAddress } = link;
    const sessionId = await inTransaction(async (tx) => {
      // The user is locked before the link, as by a closing, which deletes the links.
      const user = await tx.lockUser(link.userId);
      if (!user) throw gone();
      const refusal = networkRefusal(user.cidrRestriction, origin.address);
      if (refusal) throw refusal;
      const begun = keepSession ? null : await begin(tx, user, link, origin);
      if (!(await tx.usePortalLink(link.id, begun))) throw gone();
      return begun;
    });
    const refreshToken = sessionId === null ? null : tokens.refresh(sessionId, 0);
    return { refreshToken, task, family, subscriptionId, product, returnAddress };
  };
};
