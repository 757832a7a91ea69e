import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { iso } from '@foyer/contract/vocabulary/instants';
import { businessDayAfter } from '@foyer/domain/dates/business-days';
import { heldReleaseAt } from '@foyer/domain/state/due';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { ReviewReads } from './ports.ts';

/** Returns the state of an account's export screening, the date of the answer, and what is held (EX-01, HO-03). */
export const makeReadScreening =
  ({ ruleContext, wallNow }: Platform, reads: Pick<ReviewReads, 'screening'>) =>
  async (accountId: AccountId) => {
    const screening = await reads.screening(accountId);
    if (!screening) throw new Refused('NOT_FOUND');
    const { settings } = ruleContext(wallNow());
    const { status, openedAt, held } = screening;
    return {
      isPending: status === 'pending',
      status,
      answerBy: openedAt === null ? null : businessDayAfter(openedAt, settings.reviewBusinessDays),
      held: held.map((row) => ({
        kind: row.kind,
        name: row.name,
        heldAt: iso(row.heldAt),
        releasedAt: iso(heldReleaseAt(row, settings)),
      })),
    };
  };
