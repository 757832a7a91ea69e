import type { Failure } from '../../../lib/failure.ts';
import { FailureNotice } from '../../../shared/failures/failure-notice.tsx';
import { FirstOrderNotice } from '../components/first-order-notice.tsx';
import { ChangeCard, extensionFailures } from '../components/order-failures.tsx';
import { isCardDeclined } from '../model/failure.ts';

interface ExtensionFailureNoticeProps {
  failure: Failure;
  /** A code was to be redeemed, and the failure is about an earlier order. */
  isBeforeCode?: boolean;
}

/** Notice of a refused extension, of one with an unknown outcome, or of an earlier order. */
export const ExtensionFailureNotice = ({ failure, isBeforeCode = false }: ExtensionFailureNoticeProps) =>
  failure.isOfFirstOrder ? (
    <FirstOrderNotice failure={failure} context={extensionFailures} isBeforeCode={isBeforeCode} />
  ) : (
    <FailureNotice
      of={failure}
      context={extensionFailures}
      actions={isCardDeclined(failure) && <ChangeCard isMain />}
    />
  );
