import { Trans } from '@lingui/react/macro';
import { config } from '../../../lib/config.ts';
import { exportContact, ReviewDeadline } from '../../../shared/screening/export-review.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { OrderLimit } from '../model/order-limit.ts';

interface OrderLimitNoticeProps {
  limit: OrderLimit;
  /** Name of the family. */
  name: string;
}

const SupportButton = () => {
  const email = exportContact();
  return (
    email && (
      <LinkButton size="sm" href={`mailto:${email}`}>
        <Trans>Contact support</Trans>
      </LinkButton>
    )
  );
};

/** Notice above the plans: why no plan, or none that costs money, can be ordered, and whom to ask (EX-01, PM-03). */
export const OrderLimitNotice = ({ limit, name }: OrderLimitNoticeProps) => {
  const { salesEmail } = config.contacts;
  switch (limit) {
    case 'review':
      return (
        <Notice tone="warn" title={<Trans>Account Pending</Trans>} actions={<SupportButton />}>
          <Trans>You can't order a {name} plan until the export review of your account is done.</Trans>
          <ReviewDeadline />
        </Notice>
      );
    case 'denied':
      return (
        <Notice
          tone="bad"
          title={<Trans>This product isn't available for your account</Trans>}
          actions={<SupportButton />}
        >
          <Trans>Your account didn't pass the required U.S. export review.</Trans>
        </Notice>
      );
    case 'no-cards':
      return (
        <Notice
          tone="warn"
          title={<Trans>Card payments outside the US can't be processed</Trans>}
          actions={
            salesEmail && (
              <LinkButton size="sm" href={`mailto:${salesEmail}`}>
                <Trans>Contact sales</Trans>
              </LinkButton>
            )
          }
        >
          <Trans>Trials and free plans don't need a card.</Trans>
        </Notice>
      );
  }
};
