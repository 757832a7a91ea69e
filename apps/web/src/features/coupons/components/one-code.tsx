import type { Coupon } from '@foyer/contract/api/coupons';
import type { PlanExchange } from '@foyer/contract/api/plan-exchange';
import type { Subscription } from '@foyer/contract/api/shapes';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, TicketCheck } from 'lucide';
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { checkFailureOf, failureFor, mayStillSucceed } from '../../../lib/failure.ts';
import { isHeldForReview } from '../../../lib/failure-facts.ts';
import { lazyNamed } from '../../../lib/lazy-named.ts';
import { storedKeys } from '../../../lib/left-commands.ts';
import { broadcastPurchase } from '../../../lib/tab-broadcast.ts';
import { makeKeys, useCommand } from '../../../lib/use-command.ts';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { couponQuery } from '../../../shared/coupons/coupon.ts';
import { codeUnused, LetUsKnow } from '../../../shared/failures/purchase-words.tsx';
import { refreshAfterPurchase } from '../../../shared/orders/after-purchase.ts';
import { subscriptionsQuery } from '../../../shared/orders/subscriptions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import {
  licencesOf,
  onlyLicence,
  ownedBeside,
  type RedeemRequest,
  redemptionOf,
  renewingBeside,
} from '../model/redemption.ts';
import { redeemCode } from '../queries/redeem-code.ts';
import { CodeFailure } from './code-failure.tsx';
import { CodeForm } from './code-form.tsx';
import styles from './codes.module.css';
import { couponLine, couponTitle, effectLines, OwnedLicence, StillRenews } from './effect-text.tsx';
import { LicenceChoice } from './licence-choice.tsx';

// on demand, because most codes are prepaid
const DiscountOffer = lazyNamed(async () => (await import('./discount-offer.tsx')).DiscountOffer);

interface Redeem {
  onDone: (subscription: Subscription) => void;
  onMissingAddress: () => void;
}

/** Redeems one code once (CD-04). Another licence is another request. */
const useRedeem = ({ onDone, onMissingAddress }: Redeem) => {
  const client = useQueryClient();
  const touches = async () => {
    await refreshAfterPurchase(client);
    broadcastPurchase();
  };
  const [keys] = useState(() => storedKeys(makeKeys(), 'code'));
  return useCommand({
    keys,
    send: ({ code, request }: { code: string; request: RedeemRequest }, key) => redeemCode(code, request, key),
    touches,
    onDone,
    onFailed: ({ reason }) => {
      if (reason === 'NEEDS_REVIEW') void touches();
      if (reason !== 'MISSING_ADDRESS') return;
      onMissingAddress();
      return false;
    },
  });
};

export interface Redeemed {
  coupon: Coupon;
  subscription: Subscription;
}

/** Renders the losses of a plan exchange. A prop, because plans belong to another feature. */
export type LossesSlot = (exchange: PlanExchange) => ReactNode;

interface OneCodeProps {
  code: string;
  losses: LossesSlot;
  onAnother: () => void;
  /** Checks other codes, which were typed in place of one that failed. */
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
  onMissingAddress: () => void;
  onDone: (redeemed: Redeemed) => void;
}

/** Takes the focus when it appears, so that a screen reader reads the result. */
const CouponHead = ({ coupon, valid }: { coupon: Coupon; valid: boolean }) => {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.head}>
      <span className={styles.icon}>
        <Icon of={TicketCheck} size={20} />
      </span>
      <div className={styles.words}>
        <h2 ref={title} tabIndex={-1}>
          {couponTitle(coupon)}
        </h2>
        <p>{couponLine(coupon)}</p>
      </div>
      {valid && (
        <Badge tone="ok" icon={Check}>
          <Trans>Code is valid</Trans>
        </Badge>
      )}
    </div>
  );
};

/** Returns whether the query waits for its first answer. After a failure the error stays visible during a retry. */
export const isFirstLook = ({ isPending, errorUpdateCount }: Pick<UseQueryResult, 'isPending' | 'errorUpdateCount'>) =>
  isPending && errorUpdateCount === 0;

/** Returns whether a code may add a plan beside a subscription of the same family, so that those are read first. */
export const isBesideOthers = ({ isPerpetual, effect, product }: Coupon): boolean =>
  isPerpetual || (effect?.action === 'new' && product !== null && familyOf(product).several);

/** Placeholder as high as most results, so that the content below moves at the click and not later. */
const CodeSkeleton = () => (
  <Card pad role="status">
    <span className="sr">
      <Trans>Checking the code…</Trans>
    </span>
    <Skeleton height={300} />
  </Card>
);

/** Result of one code: its effect, the licence, and the button that redeems it (CD-01, CD-02). */
export const OneCode = ({ code, losses, onAnother, onCodes, onCancel, onMissingAddress, onDone }: OneCodeProps) => {
  const [choice, setChoice] = useState<string | null>(null);
  const lookup = useQuery(couponQuery(code));
  const coupon = lookup.data;
  const asksForLicence = coupon?.isMaintenance ?? false;
  const needsSubscriptions = asksForLicence || (coupon != null && isBesideOthers(coupon));
  const subscriptions = useQuery({ ...subscriptionsQuery(), enabled: needsSubscriptions });
  const licences = licencesOf(subscriptions.data ?? []);
  const only = coupon && asksForLicence ? onlyLicence(coupon, licences) : null;
  const licenceId = choice ?? only;
  const forLicence = useQuery({
    ...couponQuery(code, licenceId ?? undefined),
    enabled: asksForLicence && licenceId !== null,
  });
  const asked = asksForLicence && licenceId !== null ? forLicence : lookup;
  // The licence and the effect on it are shown together with the rest, because they would move the buttons later.
  const isFindingOut =
    choice === null && needsSubscriptions && (isFirstLook(subscriptions) || (only !== null && isFirstLook(forLicence)));
  const {
    run: redeem,
    busy: redeeming,
    failure,
    setFailure,
  } = useRedeem({
    onMissingAddress,
    onDone: (subscription) => coupon && onDone({ coupon: asked.data ?? coupon, subscription }),
  });

  const redemption = coupon ? redemptionOf(asked.data ?? { ...coupon, effect: null, refusal: null }, licenceId) : null;
  const effect = asked.data?.effect ?? null;
  const held = subscriptions.data ?? [];
  const renewing = coupon && renewingBeside(coupon, held);
  const owned = asked.data && ownedBeside(asked.data, held);
  const tierName = licences.find(({ id }) => id === licenceId)?.plan.tierName ?? null;
  const expectedFailure =
    redemption?.kind === 'refused'
      ? failureFor(redemption.reason)
      : asked.data?.refusal === 'NEEDS_REVIEW'
        ? failureFor('NEEDS_REVIEW')
        : null;
  const lookupError = lookup.error ?? forLicence.error;
  const lookupFailure = useMemo(() => lookupError && checkFailureOf(lookupError), [lookupError]);
  const shown = failure ?? expectedFailure;
  // The notice about an invalid code contains the link.
  const linksSupport = ['NOT_FOUND', 'INVALID_REQUEST'].includes((lookupFailure ?? shown)?.reason ?? '');
  const isHeld = failure !== null && isHeldForReview(failure);
  const ready = redemption?.kind === 'ready' && asked.data !== undefined && !isHeld && !mayStillSucceed(failure);

  const codeFoot = (say: ReactNode) => (
    <div className={styles.foot}>
      <p>{say}</p>
      <Button onClick={onCancel} disabled={redeeming}>
        <Trans>Cancel</Trans>
      </Button>
      <Button
        variant="primary"
        disabled={!ready && !redeeming}
        busy={redeeming}
        busyLabel={<Trans>Redeeming…</Trans>}
        onClick={() =>
          coupon && redemption?.kind === 'ready' && void redeem({ code: coupon.id, request: redemption.request })
        }
      >
        <Trans>Redeem</Trans>
      </Button>
    </div>
  );

  return (
    <>
      {lookup.isError ? (
        // a typing error is corrected in place
        <CodeForm
          start={code}
          onCodes={(codes) => (codes.length === 1 && codes[0] === code ? void lookup.refetch() : onCodes(codes))}
        />
      ) : (
        <Card pad>
          <div className={styles.line}>
            <TextField label={t`Prepaid Code`} className={styles.codeField} value={code} disabled readOnly />
            <Button onClick={onAnother} disabled={redeeming}>
              <Trans>Use another</Trans>
            </Button>
          </div>
        </Card>
      )}
      {lookupFailure ? (
        <CodeFailure failure={lookupFailure} caused onAddress={onMissingAddress} />
      ) : (
        shown && (
          <CodeFailure
            failure={shown}
            tierName={tierName}
            emailSuffix={coupon?.plan?.emailSuffix}
            caused={failure !== null}
            onAddress={onMissingAddress}
          />
        )
      )}
      {!lookupError && (coupon ? isFindingOut : lookup.isFetching) && <CodeSkeleton />}
      {coupon && !lookupError && !isFindingOut && (
        <Suspense fallback={<CodeSkeleton />}>
          <Card>
            <CouponHead coupon={coupon} valid={!shown} />
            {redemption?.kind === 'discount' ? (
              <DiscountOffer coupon={coupon} onCancel={onCancel} />
            ) : (
              <>
                {asksForLicence && (
                  <div className={styles.part}>
                    {subscriptions.data && licences.length > 0 ? (
                      <LicenceChoice
                        coupon={coupon}
                        licences={licences}
                        chosen={licenceId}
                        picked={only !== null && choice === null}
                        until={effect?.until ?? null}
                        disabled={redeeming}
                        onChoose={(id) => {
                          setChoice(id);
                          setFailure(null);
                        }}
                      />
                    ) : subscriptions.data ? (
                      <p>
                        <Trans>You have no perpetual license that this code could extend.</Trans>
                      </p>
                    ) : subscriptions.isError ? (
                      <Retry
                        title={<Trans context="codes">We're having trouble retrieving subscriptions.</Trans>}
                        of={subscriptions}
                      >
                        {codeUnused}
                      </Retry>
                    ) : (
                      <Skeleton height={96} />
                    )}
                  </div>
                )}
                {effect && (
                  <div className={styles.part}>
                    <h3>
                      <Trans>What it does</Trans>
                    </h3>
                    <ul className={styles.effect}>
                      {effectLines(coupon, effect, held).map((line, index) => (
                        <li key={`${effect.action} ${index === 0 ? 'what' : index}`}>{line}</li>
                      ))}
                      {owned && <OwnedLicence coupon={coupon} licence={owned} />}
                      {renewing && <StillRenews subscription={renewing} />}
                    </ul>
                    {effect.exchange && losses(effect.exchange)}
                  </div>
                )}
                {codeFoot(!shown && <Trans>You pay nothing. A code works once.</Trans>)}
              </>
            )}
          </Card>
        </Suspense>
      )}
      {!linksSupport && (
        <p className="small">
          <Trans>
            Something wrong with the code? <LetUsKnow />.
          </Trans>
        </p>
      )}
    </>
  );
};
