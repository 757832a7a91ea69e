import { draftOf, keepDraft } from './draft.ts';
import { currentPlace } from './hash-location.ts';
import { readRecord } from './session/record.ts';

/** A question of a bank that stood on this page, and of which this tab has not heard how it ended. */
export interface AskedBefore {
  readonly attemptId: string;
  readonly isCard: boolean;
  /** What it was to pay, where that was known. */
  readonly receiptId: string | null;
  /** The path of the page. */
  readonly page: string;
}

const FORM = 'bank';

const pageOf = (): string => currentPlace().split('?')[0] ?? '';

const asked = (): readonly AskedBefore[] => draftOf<AskedBefore[]>(FORM) ?? [];

const others = (attemptId: string) => asked().filter((one) => one.attemptId !== attemptId);

/**
 * Kept in this tab, for the same person: a question that ran out is in no list any more, and a page that is loaded anew
 * would lose it without a word.
 */
export const keepAsked = (attemptId: string, isCard: boolean, receiptId: string | null): void =>
  keepDraft(readRecord()?.userId, FORM, [...others(attemptId), { attemptId, isCard, receiptId, page: pageOf() }]);

/** How it ended was said. */
export const dropAsked = (attemptId: string): void => {
  const left = others(attemptId);
  if (left.length < asked().length) keepDraft(readRecord()?.userId, FORM, left.length > 0 ? left : undefined);
};

export const askedHere = (): readonly AskedBefore[] => asked().filter(({ page }) => page === pageOf());
