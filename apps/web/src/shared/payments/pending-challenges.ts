import { draftOf, storeDraft } from '../../lib/draft.ts';
import { currentPlace } from '../../lib/hash-location.ts';
import { readRecord } from '../../lib/session/record.ts';

/** A 3-D Secure challenge that a page of this tab showed and whose outcome the tab does not know yet. */
export interface PendingChallenge {
  readonly attemptId: string;
  readonly isCard: boolean;
  /** Receipt that the challenge pays, when known. */
  readonly receiptId: string | null;
  /** Path of the page that showed the challenge. */
  readonly page: string;
  /** Path and query of the order that the bank asked about. Missing for a card, a receipt, or an order of another tab. */
  readonly orderPlace?: string | undefined;
}

const FORM = 'bank';

const pageOf = (): string => currentPlace().split('?')[0] ?? '';

const storedChallenges = (): readonly PendingChallenge[] => draftOf<PendingChallenge[]>(FORM) ?? [];

const otherChallenges = (attemptId: string) => storedChallenges().filter((one) => one.attemptId !== attemptId);

/** Returns the path and query of the order that the bank asked about, if this tab sent it. */
export const orderPlaceOf = (attemptId: string): string | undefined =>
  storedChallenges().find((one) => one.attemptId === attemptId)?.orderPlace;

/**
 * Stores a challenge in this tab under the id of the signed-in customer. The server does not list expired challenges,
 * so without this a reloaded page could not show how one ended.
 * @param isOrder an order of the open page began the challenge; it was not resumed, and is not about a receipt or a card
 */
export const storePendingChallenge = (
  attemptId: string,
  isCard: boolean,
  receiptId: string | null,
  isOrder: boolean,
): void =>
  storeDraft(readRecord()?.userId, FORM, [
    ...otherChallenges(attemptId),
    {
      attemptId,
      isCard,
      receiptId,
      page: pageOf(),
      orderPlace: isOrder ? currentPlace() : orderPlaceOf(attemptId),
    },
  ]);

/** Removes a challenge whose outcome the customer has seen. */
export const removePendingChallenge = (attemptId: string): void => {
  const left = otherChallenges(attemptId);
  if (left.length < storedChallenges().length)
    storeDraft(readRecord()?.userId, FORM, left.length > 0 ? left : undefined);
};

/** Returns the stored challenges of the page that is open. */
export const pendingChallengesOfPage = (): readonly PendingChallenge[] =>
  storedChallenges().filter(({ page }) => page === pageOf());
