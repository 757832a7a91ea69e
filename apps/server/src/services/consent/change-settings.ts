import { usageDataSwitch } from '@foyer/contract/vocabulary/consent-forms';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { isWithinRanges, parseNetworkRanges } from '@foyer/domain/identity/network-range';
import type { ConfirmPassword } from '../identity/confirm-password.ts';
import type { LockedUser, Origin, Principal, SecurityWrites } from '../identity/ports.ts';
import { requireConfirmed } from '../identity/require-confirmed.ts';
import { notifyOwner } from '../identity/security-mail.ts';
import type { Platform } from '../platform.ts';
import { Refused, requireVerifiedEmail } from '../refused.ts';
import { type ConsentDependencies, storeAnswer, USAGE_DATA } from './answer-article.ts';
import { wordsOf } from './known-words.ts';
import type { ConsentRows } from './ports.ts';

/** Body of `PATCH me`. Members that are absent do not change. */
export interface SettingsChange {
  readonly allowDataCollection?: boolean | undefined;
  /** Second name of the same setting. Clients use either. */
  readonly trackingEnabled?: boolean | undefined;
  readonly cidrRestriction?: string | null | undefined;
  readonly language?: Language | undefined;
  /** Account password. Only the network restriction needs it. */
  readonly password?: string | undefined;
}

interface Dependencies extends Omit<ConsentDependencies, 'articles' | 'findWords'> {
  readonly confirmPassword: ConfirmPassword;
}

/**
 * Checked network ranges in the form that is stored. Null lifts the restriction. An empty list is refused, because it
 * would allow no sign-in at all. So is a list without the caller's address, because a typing error would lock the caller
 * out.
 */
const rangesOf = (typed: string | null, address: string | null): string | null => {
  if (typed === null) return null;
  const ranges = parseNetworkRanges(typed);
  if (!ranges) throw new Refused('INVALID_CIDR', { field: 'cidrRestriction' });
  if (ranges.length === 0) throw new Refused('CIDR_REQUIRED', { field: 'cidrRestriction' });
  const restriction = ranges.join(', ');
  if (isWithinRanges(restriction, address)) return restriction;
  throw new Refused('INVALID_CIDR', {
    field: 'cidrRestriction',
    code: 'own_address_outside',
    message: 'Your own address is outside of this range: you could not sign in from here any more.',
  });
};

const requestedConsent = ({ allowDataCollection, trackingEnabled }: SettingsChange): boolean | undefined => {
  if (allowDataCollection !== undefined && trackingEnabled !== undefined && allowDataCollection !== trackingEnabled)
    throw new Refused('INVALID_REQUEST', { field: 'trackingEnabled' });
  return allowDataCollection ?? trackingEnabled;
};

/** Changes the network restriction. The event is recorded and the owner gets a mail (INV-14). */
const limitNetworks = async (
  { originFacts, wallNow }: Platform,
  tx: ConsentRows & SecurityWrites,
  user: LockedUser,
  ranges: string | null,
  { principal: { accountId, sessionId }, origin }: { readonly principal: Principal; readonly origin: Origin },
): Promise<void> => {
  if (ranges === user.cidrRestriction) return;
  await tx.setCidrRestriction(user.userId, ranges);
  await tx.record({ ...origin, type: 'networks_changed', accountId, sessionId });
  const facts = originFacts(origin);
  const mailFacts = ranges === null ? facts : { ...facts, networks: ranges };
  await tx.mail(notifyOwner(ranges === null ? 'networks_opened' : 'networks_limited', user, wallNow(), mailFacts));
};

/**
 * Changes settings of the user. The usage-data consent is stored like other answers, with text and time (CO-02). The network
 * restriction also needs the account password (SC-02). The language is that of mails and receipts (BY-05).
 */
export const makeChangeSettings =
  (platform: Platform, needs: Dependencies) =>
  async (
    principal: Principal,
    change: SettingsChange,
    { origin, hostname }: { readonly origin: Origin; readonly hostname: string },
  ): Promise<void> => {
    const { inTransaction, siteOf } = needs;
    const { wallNow, newId } = platform;
    const allowed = requestedConsent(change);
    const { cidrRestriction, language } = change;
    if (cidrRestriction != null) requireVerifiedEmail(principal);
    const ranges = cidrRestriction === undefined ? undefined : rangesOf(cidrRestriction, origin.address);
    if (allowed === undefined && ranges === undefined && language === undefined) return;
    const confirmed = ranges === undefined ? null : await needs.confirmPassword(principal, change.password, origin);
    await inTransaction(async (tx) => {
      const user = await tx.lockUser(principal.userId);
      if (!user) throw new Refused('INVALID_TOKEN');
      if (confirmed !== null) requireConfirmed(user, confirmed);
      if (ranges !== undefined) await limitNetworks(platform, tx, user, ranges, { principal, origin });
      if (language !== undefined) await tx.setLanguage(principal.userId, language);
      if (allowed === undefined) return;
      const given = {
        article: USAGE_DATA,
        answer: allowed ? ('yes' as const) : ('no' as const),
        // the call has no text, so the text of the switch in the language of the page is stored
        words: wordsOf(usageDataSwitch, origin.language),
        claimedForm: null,
        client: siteOf(hostname).origin,
        claimedClient: null,
      };
      await storeAnswer(tx, { principal, origin, given, id: newId('consent'), now: wallNow() });
    });
  };
