import type { Quote } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { Notice } from '../../../ui/notice.tsx';

/**
 * Says that the order ends an existing discount, because a plan has one discount at a time (CD-05). Shown before the
 * customer confirms.
 */
export const DiscountEndsNotice = ({ quote }: { quote: Pick<Quote, 'discountEnded'> | undefined }) => {
  const ended = quote?.discountEnded;
  if (!ended) return null;
  return (
    <Notice tone="warn" title={<Trans>The discount you have ends</Trans>} titleAs="p">
      <p>
        <Trans>
          Your plan has one discount at a time. The {ended.percentage}% of {ended.displayCode} ends with this order.
        </Trans>
      </p>
    </Notice>
  );
};
