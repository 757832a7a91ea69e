import type { Failure, Reason } from '../../../lib/failure.ts';

const finalReasons: readonly Reason[] = ['PROMO_NOT_FOUND', 'PROMO_NOT_AVAILABLE', 'INVALID', 'EXPORT_DENIED'];

/** Returns whether the failure is final, because the promotion is not offered to this account. */
export const isFinal = ({ reason }: Failure): boolean => finalReasons.includes(reason);
