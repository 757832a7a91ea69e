import type { AccountId } from '@foyer/contract/vocabulary/ids';
import type { Language } from '@foyer/contract/vocabulary/languages';
import type { RuleContext } from '@foyer/domain/decision/draft';
import { afterChallenges } from '@foyer/domain/renewals/simulation';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { BillingReads, LoadedAccount } from './ports.ts';

/**
 * Account as the next order will find it, with the current rules. An order ends open challenges first, so a preview
 * ignores them too. Throws NOT_FOUND.
 */
export const loadForPreview = async (
  { ruleContext }: Platform,
  reads: Pick<BillingReads, 'account'>,
  accountId: AccountId,
  language?: Language,
): Promise<{ loaded: LoadedAccount; context: RuleContext }> => {
  const found = await reads.account(accountId);
  if (!found) throw new Refused('NOT_FOUND');
  const context = ruleContext(found.now, language);
  return { loaded: { ...found, state: afterChallenges(found.state, context) }, context };
};
