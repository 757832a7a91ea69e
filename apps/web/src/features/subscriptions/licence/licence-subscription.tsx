import type { Coupon } from '@foyer/contract/api/coupons';
import type { MaintenanceOption } from '@foyer/contract/api/maintenance';
import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { currentTime } from '../../../lib/current-time.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { lazyPreloaded } from '../../../lib/lazy-preloaded.ts';
import { leftKeys } from '../../../lib/left-commands.ts';
import { paths } from '../../../lib/paths.ts';
import { accountQuery } from '../../../shared/account/account.ts';
import { Retry } from '../../../ui/retry.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { answersPx, Skeleton } from '../../../ui/skeleton.tsx';
import { maintenanceOptionsQuery } from '../queries/maintenance.ts';
import { usePurchaseBroadcast } from '../queries/refetch.ts';
import { maintenanceEndOf } from './coverage.ts';
import { monthsOf, selfServiceOptions } from './extension-choice.ts';
import styles from './licence.module.css';
import { LicenceSkeleton } from './licence-skeleton.tsx';
import { LicenceStatement } from './licence-statement.tsx';
import { LicenceTimeline } from './licence-timeline.tsx';
import { type Method, MethodSwitch } from './method-switch.tsx';
import { PurchaseExtension } from './purchase-extension.tsx';

// Loaded on demand, because the page is near the size limit of a lazy part.
const MaintenanceAnswers = lazyNamed(async () => (await import('./maintenance-answers.tsx')).MaintenanceAnswers);

const { Part: RedeemExtension, usePreload: usePreloadRedeem } = lazyPreloaded(
  async () => (await import('./redeem-extension.tsx')).RedeemExtension,
);

// Loaded on demand, because an answer is rarely lost.
const LeftCodes = lazyNamed(async () => (await import('../../../shared/orders/left-codes.tsx')).LeftCodes);

interface LicenceSubscriptionProps {
  subscription: Subscription;
  /**
   * Chosen extension in the address, so that it survives back, reload and a detour to the card form. `from` is the end
   * that it extends: after the purchase the end differs, so that the address does not offer the next extension.
   */
  extension: string | undefined;
  from: string | undefined;
  onMove: (to: string, options?: { replace: boolean }) => void;
  onExtended: () => void;
}

const extensionPreview = (picked: MaintenanceOption | undefined, checkedCoupon: Coupon | null, method: Method) => {
  if (method === 'code')
    return checkedCoupon?.effect?.until
      ? { until: checkedCoupon.effect.until, months: checkedCoupon.maintenanceMonths ?? 0 }
      : null;
  return picked ? { until: picked.newExpiration, months: monthsOf(picked) } : null;
};

/** Page of a perpetual licence (MA-01): its coverage, and the extension of maintenance by purchase or code. */
export const LicenceSubscription = ({
  subscription,
  extension,
  from,
  onMove,
  onExtended,
}: LicenceSubscriptionProps) => {
  usePreloadRedeem();
  const extensions = useQuery(maintenanceOptionsQuery(subscription.id));
  const account = useQuery(accountQuery);
  const [method, setMethod] = useState<Method>('purchase');
  const [pickedId, setPickedId] = useState(extension);
  const [isCodeLeft] = useState(() => leftKeys('code').length > 0);
  const [checkedCoupon, setCheckedCoupon] = useState<Coupon | null>(null);

  const options = selfServiceOptions(extensions.data?.options ?? []);
  const picked = options.find(({ id }) => id === pickedId) ?? options[0];
  const until = extensions.data?.maintenanceEnds ?? maintenanceEndOf(subscription);
  const all = [extensions, account];
  const failed = all.filter(({ isError, data }) => isError && !data);
  const today = currentTime(account.data);
  const end = until?.slice(0, 10);
  const pathOf = (id: string | undefined) =>
    paths.subscription(subscription.product, { subId: subscription.id, extension: id, from: id && end });
  // The other tab may have bought the choice of this one, so the customer has to choose again.
  usePurchaseBroadcast(() => extension !== undefined && onMove(pathOf(undefined), { replace: true }));
  const own = {
    subscription,
    onExtended,
    onMissingAddress: () => onMove(paths.address({ returnPath: pathOf(extension) })),
  };
  const head = (busy: boolean) => (
    <>
      <SectionHead id="extension">
        <Trans>License Extension</Trans>
      </SectionHead>
      <MethodSwitch method={method} onChange={setMethod} disabled={busy} />
    </>
  );

  return (
    <div className={styles.page}>
      {isCodeLeft && (
        <Suspense>
          <LeftCodes />
        </Suspense>
      )}
      {account.data && (
        <LicenceTimeline
          subscription={subscription}
          until={until}
          chosen={extensionPreview(picked, checkedCoupon, method)}
          longestUntil={options.at(-1)?.newExpiration ?? null}
          extendable={!extensions.data || options.length > 0}
          waits={extensions.isLoading && extensions.errorUpdateCount === 0}
          today={today}
        />
      )}
      {failed.length > 0 && (
        <Retry title={<Trans>The extensions didn't load</Trans>} of={failed}>
          <Trans>Your license is safe; only what can be bought for it didn't load.</Trans>
        </Retry>
      )}
      {failed.length === 0 && !(extensions.data && account.data) && <LicenceSkeleton timeline={!account.data} />}
      {extensions.data && account.data && method === 'purchase' && (
        <PurchaseExtension
          {...own}
          extensions={extensions.data}
          options={options}
          picked={picked}
          chosen={picked !== undefined && picked.id === extension && from === end}
          returnPath={pathOf(picked?.id)}
          account={account.data}
          questions={account.data.openChallenges.filter(
            ({ kind, subscriptionId }) => kind === 'purchase' && subscriptionId === subscription.id,
          )}
          today={today}
          head={head}
          onPick={(id) => {
            setPickedId(id);
            if (extension !== undefined) onMove(pathOf(undefined), { replace: true });
          }}
          onChoose={(id) => onMove(pathOf(id), { replace: true })}
        />
      )}
      {extensions.data && account.data && method === 'code' && (
        <Suspense>
          <RedeemExtension
            {...own}
            until={until}
            checkedCoupon={checkedCoupon}
            head={head}
            onChecked={setCheckedCoupon}
          />
        </Suspense>
      )}
      <LicenceStatement />
      <Suspense fallback={<Skeleton height={answersPx(2)} />}>
        <MaintenanceAnswers />
      </Suspense>
    </div>
  );
};
