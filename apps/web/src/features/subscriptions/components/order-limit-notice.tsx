import { Trans } from '@lingui/react/macro';
import { config } from '../../../lib/config.ts';
import { purchaseWords } from '../../../shared/failures/purchase-words.tsx';
import { ExportContactButton, ReviewDeadline } from '../../../shared/screening/export-review.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { OrderLimit } from '../model/order-limit.ts';

/** Sentences of the refusals that this notice predicts. */
const { NEEDS_REVIEW, EXPORT_DENIED, CARD_COUNTRY_UNSUPPORTED } = purchaseWords;

interface OrderLimitNoticeProps {
  limit: OrderLimit;
  /** Name of the family. */
  name: string;
  /** The page has no other main button. */
  isMain?: boolean;
}

/** Notice above the plans: why no plan, or none that costs money, can be ordered, and whom to ask (EX-01, PM-03). */
export const OrderLimitNotice = ({ limit, name, isMain = false }: OrderLimitNoticeProps) => {
  const { salesEmail } = config.contacts;
  switch (limit) {
    case 'review':
      return (
        <Notice tone="warn" title={NEEDS_REVIEW.title} actions={<ExportContactButton />}>
          <Trans>You can't order a {name} plan until the export review of your account is done.</Trans>
          <ReviewDeadline />
        </Notice>
      );
    case 'denied':
      return (
        <Notice tone="bad" title={EXPORT_DENIED.title} actions={<ExportContactButton />}>
          {EXPORT_DENIED.reason}
        </Notice>
      );
    case 'no-cards':
      return (
        <Notice
          tone="warn"
          title={CARD_COUNTRY_UNSUPPORTED.title}
          actions={
            salesEmail && (
              <LinkButton size="sm" variant={isMain ? 'primary' : 'outline'} href={`mailto:${salesEmail}`}>
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
