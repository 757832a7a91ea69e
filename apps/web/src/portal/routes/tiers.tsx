import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { LicenceSkeleton } from '../../features/subscriptions/licence/licence-skeleton.tsx';
import { usePlanPage } from '../../features/subscriptions/queries/use-plan-page.ts';
import { extendedDestination, installNext, tiersDestination } from '../../features/subscriptions/tiers/tiers-done.ts';
import { TiersSubscription } from '../../features/subscriptions/tiers/tiers-subscription.tsx';
import { navigate, useRouteQuery } from '../../lib/hash-location.ts';
import { lazyNamed } from '../../lib/lazy-named.ts';
import { paths } from '../../lib/paths.ts';
import { redirect } from '../../lib/redirect.ts';
import { areDownloadsBlocked } from '../../shared/account/downloads-blocked.ts';
import { meQuery } from '../../shared/account/me.ts';
import { resetStaleAfterPurchase } from '../../shared/orders/after-purchase.ts';
import { storePaidPurchase } from '../../shared/orders/paid.ts';
import { countPlacedOrder } from '../../shared/orders/placed-orders.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { useToast } from '../../ui/toast.tsx';
import { couponField } from '../coupon-field.tsx';
import { FocusOnChange } from '../focus-on-change.tsx';
import { HeadSkeleton } from '../head-skeleton.tsx';
import type { SubscriptionPageProps } from '../page-props.ts';
import { useIsMounted } from '../use-is-mounted.ts';

const Licence = lazyNamed(
  async () => (await import('../../features/subscriptions/licence/licence-subscription.tsx')).LicenceSubscription,
);

const Done = lazyNamed(
  async () => (await import('../../features/subscriptions/tiers/tiers-done-page.tsx')).TiersDonePage,
);

/**
 * Page of a family with tiers, `/subscriptions/{family}/{subId?}` with the query parameters `package`, `r`, `step`, `pay`,
 * `extension`, `from`, `coupon` and `renew` (SP-03). A perpetual licence has a separate page (MA-01).
 */
export const Page = (props: SubscriptionPageProps) => {
  const { params, family } = props;
  const isDone = useRouteQuery().get('step') === 'done';
  return params.subId && isDone ? (
    <Suspense fallback={<HeadSkeleton />}>
      <Done key={params.subId} product={family.key} subId={params.subId} />
      <FocusOnChange />
    </Suspense>
  ) : (
    <ChangePage {...props} />
  );
};

/**
 * Title of a perpetual licence. Rendered outside the page, so that it does not move when the page loads (MA-01, SH-12).
 */
const LicenceHeader = ({ subscription }: { subscription: Subscription }) => (
  <PageHeader
    title={subscription.plan.displayName}
    description={<Trans>Perpetual license</Trans>}
    crumb={{ to: paths.home, label: <Trans>Home</Trans> }}
  />
);

const ChangePage = ({ params, family }: SubscriptionPageProps) => {
  const page = usePlanPage(family, params.subId);
  const subId = page.id;
  const toast = useToast();
  const client = useQueryClient();
  const query = useRouteQuery();
  const queryValue = (name: string) => query.get(name) ?? undefined;
  const r = queryValue('r');
  const namedSubscription = page.subscription;
  const isMounted = useIsMounted();
  const navigateIfMounted: typeof navigate = (to, options) => isMounted() && navigate(to, options);
  const openDonePage = (id: string) =>
    navigate(paths.subscription(family.key, { subId: id, step: 'done' }), { replace: true });
  if (page.isLocating) return <HeadSkeleton />;
  if (namedSubscription?.isPerpetual) {
    return (
      <>
        <LicenceHeader subscription={namedSubscription} />
        <FocusOnChange />
        <Suspense fallback={<LicenceSkeleton timeline />}>
          <Licence
            subscription={namedSubscription}
            extension={queryValue('extension')}
            from={queryValue('from')}
            onMove={navigateIfMounted}
            onExtended={() => {
              if (!isMounted()) return;
              const away = extendedDestination({
                areDownloadsBlocked: areDownloadsBlocked(client.getQueryData(meQuery.queryKey)),
                family,
                here: location.href,
                subId: namedSubscription.id,
              });
              if (away) redirect.to(away);
              else openDonePage(namedSubscription.id);
            }}
          />
        </Suspense>
      </>
    );
  }
  return (
    <TiersSubscription
      family={family}
      page={page}
      place={{
        subId,
        r,
        package: queryValue('package'),
        step: queryValue('step'),
        pay: queryValue('pay'),
        coupon: queryValue('coupon'),
        renew: queryValue('renew'),
      }}
      couponField={couponField}
      onMove={navigateIfMounted}
      onDone={(purchased, { changed, outcomeText }) => {
        const isPaid = storePaidPurchase(purchased);
        countPlacedOrder();
        if (!isMounted()) return toast(outcomeText);
        const subId = purchased.id;
        const destination = tiersDestination({ reason: r, changed, subId, family, here: location.href });
        switch (destination.kind) {
          case 'away':
            return redirect.to(destination.href);
          case 'own-page':
            if (destination.thenInstalls) installNext(subId);
            return openDonePage(subId);
          case 'home':
            if (!isPaid) toast(outcomeText);
            resetStaleAfterPurchase(client);
            return navigate(paths.home);
        }
      }}
    />
  );
};
