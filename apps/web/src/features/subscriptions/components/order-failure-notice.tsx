import type { FamilyKind } from '@foyer/contract/vocabulary/families';
import type { Failure } from '../../../lib/failure.ts';
import { FailureNotice } from '../../../shared/failures/failure-notice.tsx';
import { isCardDeclined } from '../model/failure.ts';
import { FirstOrderNotice } from './first-order-notice.tsx';
import { ChangeCard, changeFailures, creationFailures } from './order-failures.tsx';

interface OrderFailureNoticeProps {
  failure: Failure;
  /** Tiers have other words for the created subscription (SU-08). */
  kind: FamilyKind;
}

/** Notice of a refused order, or of one with an unknown outcome. */
export const OrderFailureNotice = ({ failure, kind }: OrderFailureNoticeProps) => {
  const context = kind === 'tiers' ? creationFailures : changeFailures;
  return failure.isOfFirstOrder ? (
    <FirstOrderNotice failure={failure} context={context} />
  ) : (
    <FailureNotice of={failure} context={context} actions={isCardDeclined(failure) && <ChangeCard isMain />} />
  );
};
