import type { Failure } from '../../../lib/failure.ts';
import { FailureNotice } from '../../../ui/failures/failure-notice.tsx';
import { changeFailures, scopeFailures } from './order-failures.tsx';

interface OrderFailureNoticeProps {
  failure: Failure;
  /** Scope has other words for the created subscription (SU-08). */
  scope: boolean;
}

/** Notice of a refused order, or of one with an unknown outcome. */
export const OrderFailureNotice = ({ failure, scope }: OrderFailureNoticeProps) => (
  <FailureNotice of={failure} context={scope ? scopeFailures : changeFailures} />
);
