import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide';
import { type ReactNode, useEffect, useRef } from 'react';
import { paths } from '../../../lib/paths.ts';
import { hasClaim } from '../../../shared/account/claims.ts';
import { areDownloadsBlocked } from '../../../shared/account/downloads-blocked.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { installAddress } from '../../../shared/catalogue/install-address.ts';
import { type PaidPayment, removePaidPayment } from '../../../shared/orders/paid.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { DateText } from '../../../ui/date.tsx';
import { DismissButton } from '../../../ui/dismiss-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { ActiveAgain } from './active-again.tsx';
import { StayEnded } from './ended-plan.tsx';

/** Link to the paid product: its installation, or its app. */
export const NextStep = ({ product }: Pick<PaidPayment, 'product'>) => {
  const me = useQuery(meQuery).data;
  if (product === null) return null;
  const family = familyOf(product);
  const { app, claim } = family;
  const install = installAddress(family);
  if (install) {
    return areDownloadsBlocked(me) ? null : (
      <LinkButton size="sm" href={install}>
        <Trans>Install</Trans>
      </LinkButton>
    );
  }
  return app && me && (claim === null || hasClaim(me.token.claims, claim)) ? (
    <LinkButton size="sm" href={app}>
      <Trans>Launch</Trans>
      <Icon of={ArrowUpRight} size={16} />
    </LinkButton>
  ) : null;
};

interface PaidNoticeProps {
  paid: PaidPayment;
  /** The customer just paid and no other message says so, so the notice is read out. */
  alert: boolean;
  /** The clicked button is gone, so the notice takes the focus. */
  focus: boolean;
  /** Title in place of the amount, which then begins the text. */
  title?: ReactNode;
  onDismiss: () => void;
}

/** Result of a payment: amount, plan, end of the paid time, receipt. Stays until it is dismissed (F3). */
export const PaidNotice = ({ paid, alert, focus, title, onDismiss }: PaidNoticeProps) => {
  const { cents, creditCents, description, until, receiptId, product, restartedPlans = [] } = paid;
  const ref = useRef<HTMLDivElement>(null);
  const toast = useToast();
  useEffect(() => {
    if (focus) ref.current?.focus();
  }, [focus]);
  useEffect(() => {
    if (alert) toast(null); // of an earlier step
  }, [alert, toast]);
  const amount =
    cents > 0 ? (
      <Trans>
        Paid <Money cents={cents} />
      </Trans>
    ) : creditCents > 0 ? (
      <Trans>It is paid from your account credit</Trans>
    ) : (
      <Trans>This was paid already</Trans>
    );
  return (
    <Notice
      ref={ref}
      alert={alert}
      tone="ok"
      titleAs="p"
      title={title ?? amount}
      actions={
        <>
          <LinkButton size="sm" to={receiptId ? paths.receipt(receiptId) : paths.payments({ active: 'receipts' })}>
            {receiptId ? <Trans>View receipt</Trans> : <Trans>View receipts</Trans>}
          </LinkButton>
          <NextStep product={product} />
          <DismissButton
            onClick={() => {
              removePaidPayment();
              onDismiss();
            }}
          />
        </>
      }
    >
      <p>
        {title && <>{amount}. </>}
        {until ? (
          <Trans>
            {description}, paid until <DateText instant={until} />.
          </Trans>
        ) : (
          `${description}.`
        )}{' '}
        <ActiveAgain plans={restartedPlans} />
        {paid.endedPlans && <StayEnded plans={paid.endedPlans} />}
      </p>
    </Notice>
  );
};
