import type { Subscription } from '@foyer/contract/api/shapes';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { visit } from '../../../lib/redirect.ts';
import { hasClaim } from '../../../shared/account/claims.ts';
import { areDownloadsBlocked } from '../../../shared/account/downloads-blocked.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { installAddress } from '../../../shared/catalogue/install-address.ts';
import { type PaidPayment, storedPaidPayment, takeIsNewPayment } from '../../../shared/orders/paid.ts';
import styles from '../../../shared/orders/result-card.module.css';
import { PaidLines, PaidTitle, ResultCard, ResultHeading } from '../../../shared/orders/result-card.tsx';
import { ExportContactLink, ReviewDeadline } from '../../../shared/screening/export-review.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { maintenanceEndOf } from '../licence/coverage.ts';
import { endLine } from '../model/current-plan.ts';
import { subscriptionQuery } from '../queries/subscription.ts';
import { installAddressFor, installNext, isInstalledNext } from './tiers-done.ts';

const InReview = () => (
  <Notice tone="warn" title={<Trans>Account Pending</Trans>}>
    <p>
      <Trans>
        U.S. government regulation requires a review before software can be downloaded. It takes up to two U.S. business
        days. Your subscription is yours meanwhile.
      </Trans>
      <ReviewDeadline /> <ExportContactLink />
    </p>
  </Notice>
);

/** Says until when the extension lasts (MA-03). Shown if the brand has no install address. */
const ExtendedText = ({ subscription }: { subscription: Subscription }) => {
  const until = maintenanceEndOf(subscription);
  return (
    <>
      <ResultHeading>
        <Trans>{subscription.plan.displayName} is yours for good</Trans>
      </ResultHeading>
      {until && (
        <p>
          <Trans>
            Its maintenance continues until <DateText instant={until} />: every version released by then is yours.
          </Trans>
        </p>
      )}
    </>
  );
};

/** Result of a purchase: the plan, when it renews or ends, and what was paid. */
const DoneDetails = ({ subId, paid }: { subId: string; paid: PaidPayment | null }) => {
  const query = useQuery(subscriptionQuery(subId));
  const subscription = query.data;
  if (query.isError && !subscription) {
    return (
      <Retry title={<Trans>There was an error loading this subscription.</Trans>} of={query}>
        <Trans>It's still yours; only its details didn't load.</Trans>
      </Retry>
    );
  }
  if (!subscription) return <Skeleton width={280} height={64} />;
  if (subscription.isPerpetual) return <ExtendedText subscription={subscription} />;
  const line = endLine(subscription);
  const name = subscription.plan.displayName;
  return (
    <>
      <ResultHeading>
        {subscription.isTrial ? <Trans>Your trial of {name} has started</Trans> : <Trans>{name} is yours</Trans>}
      </ResultHeading>
      <p>
        {line.kind === 'renews' && line.cents !== null && line.cents > 0 && (
          <Trans>
            It renews on <DateText instant={line.on} /> for <Money cents={line.cents} />, tax included.
          </Trans>
        )}
        {line.kind === 'trial-ends' && (
          <Trans>
            It ends on <DateText instant={line.on} /> and does not auto-renew. Nothing is charged then.
          </Trans>
        )}
        {line.kind === 'ends' && (
          <Trans>
            It ends on <DateText instant={line.on} />. Nothing is charged then.
          </Trans>
        )}
        {paid && (
          <>
            {' '}
            <Trans>We emailed you the receipt.</Trans>
          </>
        )}
      </p>
    </>
  );
};

/** Seconds until the install page opens: time to read three lines. *Stay here* turns it off (WCAG 2.2.1). */
const SECONDS_TO_STAY = 10;

interface InstallSoonProps {
  install: string;
  onStay: () => void;
}

/** Opens the install page after some seconds, unless the customer stays (SP-04). A hidden tab waits. */
const InstallSoon = ({ install, onStay }: InstallSoonProps) => {
  const [seconds, setSeconds] = useState(SECONDS_TO_STAY);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => (document.hidden ? left : left - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  const isOver = seconds <= 0;
  useEffect(() => {
    if (isOver) visit.to(install);
  }, [isOver, install]);
  return (
    <div className={styles.soon}>
      <p>
        <Plural
          value={Math.max(seconds, 0)}
          one="The install page opens in # second."
          other="The install page opens in # seconds."
        />
      </p>
      <Button onClick={onStay}>
        <Trans>Stay here</Trans>
      </Button>
    </div>
  );
};

/** Result of a purchase (SP-04, decision 94): what was paid, and the product as the next step. */
export const TiersDonePage = ({ product, subId }: { product: string; subId: string }) => {
  const me = useQuery(meQuery).data;
  const family = familyOf(product);
  const isExtended = useQuery(subscriptionQuery(subId)).data?.isPerpetual;
  const install = areDownloadsBlocked(me)
    ? null
    : installAddressFor(family, isExtended ? 'maintenance' : 'add', subId, location.href);
  const mayOpen = me && (family.claim === null || hasClaim(me.token.claims, family.claim));
  const app = mayOpen && !installAddress(family) ? family.app : null;
  const [paid] = useState(() => {
    const stored = storedPaidPayment();
    return stored?.subId === subId ? stored : null;
  });
  const [goesOn, setGoesOn] = useState(() => isInstalledNext(subId));
  useEffect(() => {
    installNext(null);
    takeIsNewPayment(); // Home does not read it out again
  }, []);
  const next = install ?? app;
  return (
    <>
      <PageHeader
        title={paid ? <PaidTitle cents={paid.cents} /> : <Trans>Thank you</Trans>}
        crumb={{ to: paths.home, label: <Trans>Home</Trans> }}
      />
      <ResultCard
        actions={
          <>
            {paid?.receiptId && (
              <LinkButton to={paths.receipt(paid.receiptId)}>
                <Trans>View receipt</Trans>
              </LinkButton>
            )}
            <LinkButton to={paths.home} variant={next ? 'outline' : 'primary'}>
              <Trans>Go to Account Home</Trans>
            </LinkButton>
            {next && (
              <LinkButton href={next} variant="primary">
                {install ? <Trans>Install {family.name}</Trans> : <Trans>Open {family.name}</Trans>}
              </LinkButton>
            )}
          </>
        }
      >
        <DoneDetails subId={subId} paid={paid} />
        {paid && <PaidLines {...paid} items={[paid]} />}
        {me?.user.exportPending && <InReview />}
        {install && goesOn && <InstallSoon install={install} onStay={() => setGoesOn(false)} />}
      </ResultCard>
    </>
  );
};
