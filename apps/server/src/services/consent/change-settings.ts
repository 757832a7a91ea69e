import type { Language } from '@foyer/contract/vocabulary/languages';
import { parseNetworkRanges } from '@foyer/domain/security/network-range';
import type { Origin, Principal } from '../identity/ports.ts';
import { Refused } from '../refused.ts';
import { type ConsentNeeds, storeAnswer, USAGE_DATA } from './answer-article.ts';

/** What `PATCH me` takes; what is left out stays as it is. */
export interface SettingsChange {
  readonly allowDataCollection?: boolean | undefined;
  /** The other spelling of the same (api.md §1). */
  readonly trackingEnabled?: boolean | undefined;
  readonly cidrRestriction?: string | null | undefined;
  readonly language?: Language | undefined;
}

export interface ChangeSettingsNeeds extends Omit<ConsentNeeds, 'articles'> {
  /** The words beside the switch, and the site it stands on: this call carries neither. */
  readonly usageDataForm: Readonly<Record<Language, string>>;
  readonly client: string;
}

/** Null lifts the restriction; an empty one is nothing to sign in from (readings 8.3). */
const rangesOf = (typed: string | null): string | null => {
  if (typed === null) return null;
  const ranges = parseNetworkRanges(typed);
  if (!ranges) throw new Refused('INVALID_CIDR', { field: 'cidrRestriction' });
  if (ranges.length === 0) throw new Refused('CIDR_REQUIRED', { field: 'cidrRestriction' });
  return ranges.join(', ');
};

const wishOf = ({ allowDataCollection, trackingEnabled }: SettingsChange): boolean | undefined => {
  if (allowDataCollection !== undefined && trackingEnabled !== undefined && allowDataCollection !== trackingEnabled)
    throw new Refused('INVALID_REQUEST', { field: 'trackingEnabled' });
  return allowDataCollection ?? trackingEnabled;
};

/**
 * CO-02: usage-data consent as a switch, kept with its time and words like any other; where one may sign in from; and what
 * mails and receipts are written in (BY-05).
 */
export const makeChangeSettings =
  ({ inTransaction, newId, wallNow, usageDataForm, client }: ChangeSettingsNeeds) =>
  async (principal: Principal, change: SettingsChange, origin: Origin): Promise<void> => {
    const allowed = wishOf(change);
    const { cidrRestriction, language } = change;
    const ranges = cidrRestriction === undefined ? undefined : rangesOf(cidrRestriction);
    if (allowed === undefined && ranges === undefined && language === undefined) return;
    await inTransaction(async (tx) => {
      if (!(await tx.lockUser(principal.userId))) throw new Refused('INVALID_TOKEN');
      if (ranges !== undefined) await tx.setCidrRestriction(principal.userId, ranges);
      if (language !== undefined) await tx.setLanguage(principal.userId, language);
      if (allowed === undefined) return;
      const given = {
        article: USAGE_DATA,
        answer: allowed ? ('yes' as const) : ('no' as const),
        form: usageDataForm[origin.language],
        client,
      };
      await storeAnswer(tx, { principal, origin, given, id: newId(), now: wallNow() });
    });
  };
