import type { PaymentMethod } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { MarketingNotice } from '../../features/consent/components/marketing-notice.tsx';
import { ChallengesNotice } from '../../features/home/challenges-notice.tsx';
import { EndedSentence, FirstStepNotice } from '../../features/home/first-step-notice.tsx';
import styles from '../../features/home/home.module.css';
import { type HomeNotice, homeNotice } from '../../features/home/home-notice.ts';
import { datePaidPayment, hasRecentPayment } from '../../features/home/recent-payment.ts';
import { TrialNotice } from '../../features/home/trial-notice.tsx';
import { VerifyNotice } from '../../features/identity/components/verify-notice.tsx';
import { DeniedNotice, PendingNotice } from '../../features/screening/components/review-notices.tsx';
import { storeHeight } from '../../lib/browser-store.ts';
import { currentTime } from '../../lib/current-time.ts';
import { lazyNamed } from '../../lib/lazy-named.ts';
import { paths } from '../../lib/paths.ts';
import { accountQuery } from '../../shared/account/account.ts';
import { meQuery } from '../../shared/account/me.ts';
import { subscriptionsQuery } from '../../shared/orders/subscriptions.ts';
import { cardLabel } from '../../shared/payments/card-brand.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePhone } from '../../ui/use-phone.ts';

/** Notice that the card expires before the next payment, which the line under the title names. */
const CardNotice = ({ card }: { card: PaymentMethod }) => {
  const label = <span className="nowrap">{cardLabel(card)}</span>;
  return (
    <Notice
      tone="warn"
      icon={CreditCard}
      title={
        card.expired ? <Trans>{label} has expired</Trans> : <Trans>{label} expires before your next payment</Trans>
      }
      actions={
        <LinkButton size="sm" to={paths.paymentMethod({ returnPath: paths.home })}>
          <Trans>Change card</Trans>
        </LinkButton>
      }
    >
      <Trans>Change the card before that day, so that your plan continues without a break.</Trans>
    </Notice>
  );
};

const Money = lazyNamed(() => import('./home-money.tsx').then((file) => file.Page));

const NoticeOf = ({ notice }: { notice: HomeNotice }) => {
  const user = useQuery(meQuery).data?.user;
  const account = useQuery(accountQuery).data;
  const subscriptions = useQuery(subscriptionsQuery()).data;
  switch (notice.kind) {
    case 'money':
      return account && <ChallengesNotice open={account.openChallenges} />;
    case 'trial':
      return <TrialNotice trial={notice.trial} account={account} />;
    case 'card':
      return <CardNotice card={notice.card} />;
    case 'verify':
      return (
        user && <VerifyNotice email={user.email} {...(subscriptions?.length === 0 && { before: <EndedSentence /> })} />
      );
    case 'pending':
      return <PendingNotice />;
    case 'denied':
      return <DeniedNotice />;
    case 'marketing':
      return <MarketingNotice />;
    default:
      return <FirstStepNotice kind={notice.kind} />;
  }
};

/**
 * The one notice under the title of Home (`homeNotice`). Its height is remembered, so that the next visit reserves it
 * (SH-12).
 */
export const Page = ({ notice }: { notice: HomeNotice }) => {
  const me = useQuery(meQuery);
  const account = useQuery(accountQuery);
  const subscriptions = useQuery(subscriptionsQuery());
  const isReviewed = me.data?.user.exportPending;
  const { openChallenges: asks = [], openPayments = [] } = account.data ?? {};
  const phone = usePhone();
  // `Welcome` leaves the line under the title empty. The notice takes its place, and the sections below stay where they are.
  const isUnderTitle =
    account.data !== undefined &&
    !account.isError &&
    me.isSuccess &&
    (openPayments.length > 0 || (asks.length > 0 && account.data.nextPayment === null));
  // The notice stays when a payment starts, because the notice about money then shows the bank challenge and the
  // result.
  const [hasMoney, setHasMoney] = useState(false);
  const now = account.data && currentTime(account.data);
  const hasPaid = hasRecentPayment(now);
  useEffect(() => {
    if (now && datePaidPayment(now)) setHasMoney(false);
  }, [now]);
  if (!hasMoney && (openPayments.length > 0 || hasPaid)) setHasMoney(true);
  // `notice` is about money also for a stored payment that is no longer recent, because Home reads only that one is stored.
  const facts = { account: account.data, user: me.data?.user, subscriptions: subscriptions.data, hasPaid };
  const shown = notice.kind === 'money' ? homeNotice(facts) : notice;
  const slot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = slot;
    if (!current) return;
    const observer = new ResizeObserver(() =>
      storeHeight(2, current.offsetHeight + Number.parseFloat(getComputedStyle(current).marginTop)),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={slot} className={styles.notice} style={{ marginTop: isUnderTitle ? (phone ? -48 : -26) : 0 }}>
      {hasMoney ? (
        <Money bankAsks={asks.length > 0 && <ChallengesNotice open={asks} />} />
      ) : (
        shown && <NoticeOf notice={shown} />
      )}
      {isReviewed && (hasMoney || shown?.kind === 'money') && <PendingNotice />}
    </div>
  );
};
