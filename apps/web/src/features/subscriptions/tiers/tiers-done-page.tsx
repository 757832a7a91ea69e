import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../lib/paths.ts';
import { areDownloadsBlocked } from '../../../shared/account/downloads-blocked.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { installAddress } from '../../../shared/catalogue/install-address.ts';
import { ExportContactLink, ReviewDeadline } from '../../../shared/screening/export-review.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { maintenanceEndOf } from '../licence/coverage.ts';
import { endLine } from '../model/current-plan.ts';
import { subscriptionQuery } from '../queries/subscription.ts';
import styles from './tiers.module.css';

const InReview = () => (
  <Notice tone="warn" title={<Trans>Account Pending</Trans>}>
    <p>
      <Trans>
        U.S. government regulation requires a review before software can be downloaded. It takes up to two U.S. business
        days. Your subscription is yours meanwhile.
      </Trans>
      <ReviewDeadline />{' '}
      <ExportContactLink>
        <Trans>Contact support</Trans>
      </ExportContactLink>
    </p>
  </Notice>
);

/** Says until when the extension lasts (MA-03). Shown if the brand has no install address. */
const ExtendedText = ({ subscription }: { subscription: Subscription }) => {
  const until = maintenanceEndOf(subscription);
  return (
    <>
      <h2>
        <Trans>{subscription.plan.displayName} is yours for good</Trans>
      </h2>
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

const DoneDetails = ({ subId }: { subId: string }) => {
  const query = useQuery(subscriptionQuery(subId));
  const subscription = query.data;
  if (query.isError && !subscription) {
    return (
      <Retry title={<Trans>There was an error loading this subscription.</Trans>} of={query}>
        <Trans>It's still yours; only its details didn't load.</Trans>
      </Retry>
    );
  }
  if (!subscription) return <Skeleton width={280} height={48} />;
  if (subscription.isPerpetual) return <ExtendedText subscription={subscription} />;
  const line = endLine(subscription);
  const name = subscription.plan.displayName;
  return (
    <>
      <h2>{subscription.isTrial ? <Trans>Your trial of {name} has started</Trans> : <Trans>{name} is yours</Trans>}</h2>
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
      </p>
    </>
  );
};

/** Result of a purchase (SP-04). Shown if no destination is configured or downloads are blocked. */
export const TiersDonePage = ({ product, subId }: { product: string; subId: string }) => {
  const me = useQuery(meQuery).data;
  const install = areDownloadsBlocked(me) ? null : installAddress(familyOf(product));
  return (
    <>
      <PageHeader title={<Trans>Thank you</Trans>} crumb={{ to: paths.home, label: <Trans>Home</Trans> }} />
      <Card as="section" pad className={styles.done}>
        <DoneDetails subId={subId} />
        {me?.user.exportPending && <InReview />}
        <div className={styles.buttons}>
          {install && (
            <LinkButton href={install} variant="primary">
              <Trans>Install</Trans>
            </LinkButton>
          )}
          <LinkButton to={paths.home} variant={install ? 'outline' : 'primary'}>
            <Trans>Go to Account Home</Trans>
          </LinkButton>
        </div>
      </Card>
    </>
  );
};
