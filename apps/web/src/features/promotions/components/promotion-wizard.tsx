import type { Promotion } from '@foyer/contract/api/promotions';
import type { Subscription } from '@foyer/contract/api/shapes';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../../lib/call.ts';
import { config } from '../../../lib/config.ts';
import { type Failure, failureOf, type Reason } from '../../../lib/failure.ts';
import { pageLanguage } from '../../../lib/page-language.ts';
import { paths } from '../../../lib/paths.ts';
import { redirect } from '../../../lib/redirect.ts';
import { accountQuery } from '../../../shared/account/account.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { subscriptionsQuery } from '../../../shared/orders/subscriptions.ts';
import { type LeftCommands, useLeftCommands } from '../../../shared/orders/use-left-commands.ts';
import { reviewQuery } from '../../../shared/screening/review.ts';
import { Button } from '../../../ui/button.tsx';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { Steps } from '../../../ui/steps.tsx';
import { durationText } from '../model/duration-text.ts';
import { returnLink } from '../model/return-link.ts';
import {
  currentStep,
  renewsAutomatically,
  type Situation,
  type Stage,
  setupSteps,
  stagesOf,
  type WizardStep,
} from '../model/wizard.ts';
import { LazyPromotionFailure, usePreloadPromotionFailure } from './lazy-promotion-failure.ts';
import { PromotionConfirmation } from './promotion-confirmation.tsx';
import { PromotionEntry } from './promotion-entry.tsx';
import { type LossesSlot, PromotionReview } from './promotion-review.tsx';
import styles from './promotions.module.css';
import { digestOf, type TakenPromotion, useSubscribe } from './use-subscribe.ts';

const stageLabels: Record<Stage, string> = {
  promotion: t`Promotion`,
  setup: t`Setup`,
  review: t`Review`,
  confirmation: t`Confirmation`,
};

interface WizardTrackerProps {
  hadSetup: boolean;
  at: Stage;
  /** Path of the promotion step; undefined after the promotion was taken. */
  startPath: string;
}

/**
 * Progress: Promotion, optional Setup, Review, Confirmation (PR-01). Has no link back to Setup, because its results are
 * already saved.
 */
const WizardTracker = ({ hadSetup, at, startPath }: WizardTrackerProps) => {
  const stages = stagesOf(hadSetup);
  return (
    <Steps
      current={stages.indexOf(at) + 1}
      steps={stages.map((stage) => ({
        key: stage,
        label: stageLabels[stage],
        ...(stage === 'promotion' && at !== 'confirmation' && { to: startPath }),
      }))}
    />
  );
};

/**
 * Promotion of a code, a name, or their base64, with the code by which this account takes it. The server decodes the
 * text from the address. Never refetched automatically, because a taken promotion answers that it is taken.
 */
const promotionQuery = (text: string) =>
  queryOptions({
    queryKey: ['promotion', text],
    queryFn: ({ signal }) =>
      call('GET /api/subscription/promotion/account', { query: { promotionName: text } }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** A promotion that was held for the export review, which its order answered before (EX-01). */
const heldForReview: Failure = { reason: 'NEEDS_REVIEW', isUnknown: false, isHeld: true };

const finalReasons: readonly Reason[] = ['PROMO_NOT_FOUND', 'PROMO_NOT_AVAILABLE', 'INVALID', 'EXPORT_DENIED'];

/** Returns whether the failure is final, because the promotion is not offered to this account. */
const isFinal = ({ reason }: Failure): boolean => finalReasons.includes(reason);

/** Props of the setup pages. The page passes them in, because they belong to other features. */
export interface SetupStep {
  step: Exclude<WizardStep, 'review'>;
  tracker: ReactNode;
  /** Path of the wizard. */
  here: string;
}

interface PromotionWizardProps {
  text: string | undefined;
  from: string | null;
  /** Choice of auto-renew. It is in the address, so that it survives a detour to the card form. */
  autoRenew: boolean;
  losses: LossesSlot;
  setup: (step: SetupStep) => ReactNode;
  onMove: (to: string, options?: { replace: boolean }) => void;
}

/** Address of the wizard with the choice of auto-renew. Not in `paths`, which the first screen loads. */
const wizardPath = (place: NonNullable<Parameters<typeof paths.promotion>[0]>, autoRenew: boolean): string => {
  const path = paths.promotion(place);
  return autoRenew ? path : `${path}${place.from === undefined ? '?' : '&'}renew=off`;
};

/**
 * Moves the focus to the heading of the next step. Looks for the heading after the step has loaded, because the tracker
 * renders earlier.
 */
const FocusOnHeading = ({ step, shown }: { step: string; shown: RefObject<string> }) => {
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    scrollTo({ top: 0 });
    document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true });
  }, [step, shown]);
  return null;
};

/** Says that this account has no such promotion, or that the lookup failed and can be repeated (PR-05). */
const NotFound = ({ error, retrying, onRetry }: { error: unknown; retrying: boolean; onRetry: () => void }) => {
  const failure = useMemo(() => failureOf(error), [error]);
  return failure.isUnknown && failure.reason !== 'RATE_LIMITED' ? (
    <Retry title={<Trans>The promotion didn't load.</Trans>} onRetry={onRetry} busy={retrying}>
      <Trans context="promotion">Nothing is lost.</Trans>
    </Retry>
  ) : (
    <Suspense>
      <LazyPromotionFailure failure={failure} />
    </Suspense>
  );
};

interface SetupIntroProps {
  promotion: Promotion;
  /** Plans of the promotion with the length of their free time. */
  offer: string;
  /** A card is charged after the free time, unless the customer turns auto-renew off. */
  renewable: boolean;
  onCancel: () => void;
}

/** Yearly price of all plans after the free time, without tax. */
const yearlyCentsOf = ({ grants }: Promotion): number =>
  grants.reduce((total, { amountAfter }) => total + (amountAfter ?? 0), 0);

/** Intro of the address and card steps: the promotion, that nothing is charged now, and the price later (PR-04). */
const SetupIntro = ({ promotion, promotion: { name, renewsOn }, offer, renewable, onCancel }: SetupIntroProps) => (
  <Notice title={<Trans>{name} promotion</Trans>} actions={<CancelButton onCancel={onCancel} />}>
    <p>
      {offer}{' '}
      {renewsOn === null ? (
        <Trans>It never ends, and nothing is ever charged.</Trans>
      ) : (
        <Trans>
          Nothing is charged before <DateText instant={renewsOn} />.
        </Trans>
      )}{' '}
      {renewsOn !== null && renewable && (
        <Trans>
          After that it's <Money cents={yearlyCentsOf(promotion)} /> a year, plus tax. You can turn auto-renew off in
          the next step.
        </Trans>
      )}
    </p>
  </Notice>
);

const CancelButton = ({ onCancel }: { onCancel: () => void }) => (
  <Button size="sm" onClick={onCancel}>
    <Trans>Cancel</Trans>
  </Button>
);

const PromotionSkeleton = () => (
  <div role="status">
    <span className="sr">
      <Trans>Loading…</Trans>
    </span>
    <CardSkeleton height={240} />
  </div>
);

/** Returns the promotion of orders whose answer was lost, from the subscriptions that they created; null without one. */
const takenBefore = (done: LeftCommands['done'], held: readonly Subscription[] = []): TakenPromotion | null => {
  const ids = done.flatMap(({ subscriptionIds }) => subscriptionIds);
  const subscriptions = held.filter(({ id }) => ids.includes(id));
  if (subscriptions.length === 0) return null;
  return { subscriptions, transitionAtEnd: subscriptions.some(({ transitionAtEnd }) => transitionAtEnd) };
};

/** Wizard of a promotion: promotion, setup, review and confirmation (PR-01…PR-05). */
export const PromotionWizard = ({ text, from, autoRenew, losses, setup, onMove }: PromotionWizardProps) => {
  usePreloadPromotionFailure();
  const promotionLookup = useQuery({ ...promotionQuery(text ?? ''), enabled: text !== undefined });
  const me = useQuery(meQuery);
  const account = useQuery(accountQuery);
  const held = useQuery(subscriptionsQuery());
  const [hadSetup, setHadSetup] = useState(false);
  const [takenNow, setTaken] = useState<TakenPromotion | null>(null);
  const left = useLeftCommands('promotion');
  const [refusedBefore] = left.refused;
  // Only the page of that promotion refuses a second order. Other pages say what came of it.
  const heldBefore =
    refusedBefore?.reason === 'NEEDS_REVIEW' && text !== undefined && refusedBefore.subject === digestOf(text)
      ? refusedBefore
      : null;
  const promotion = promotionLookup.data?.promotion;
  const review = useQuery({ ...reviewQuery, enabled: me.data?.user.exportPending === true });
  const heldNow = review.data?.held.filter(({ kind }) => kind === 'promotion') ?? [];
  const isWaiting = me.isLoading || review.isLoading;
  const [ofThis, ofAny] = promotionLookup.isLoading
    ? [null, null]
    : [
        takenBefore(
          left.done.filter(({ subject }) => text === undefined || subject === digestOf(text)),
          held.data,
        ),
        takenBefore(left.done, held.data),
      ];
  const taken = takenNow ?? ofThis;
  const action = useSubscribe(text, promotionLookup.data?.promoCode, autoRenew, setTaken);

  const back = returnLink(from, config.clients);
  const place = { ...(text !== undefined && { code: text }), ...(from && { from }) };
  const here = wizardPath(place, autoRenew);
  const startPath = paths.promotion(from ? { from } : {});
  const leaveWizard = () => (back?.kind === 'client' ? redirect.to(back.href) : onMove(back?.to ?? paths.home));

  const situation: Situation | null =
    promotion && me.data && account.data
      ? {
          collectPayment: promotion.collectPayment,
          country: me.data.user.address?.country ?? null,
          hasCard: account.data.paymentMethod !== null,
          canAddPaymentMethod: account.data.canAddPaymentMethod,
        }
      : null;
  if (situation && !hadSetup && setupSteps(situation).length > 0) setHadSetup(true);
  const step = taken ? 'confirmation' : situation ? currentStep(situation) : 'promotion';
  const stage: Stage = step === 'address' || step === 'payment' ? 'setup' : step;
  const shown = useRef<string>(step);
  // The later charges depend on the address and card, which were just added.
  const { refetch } = promotionLookup;
  useEffect(() => {
    if (hadSetup && step === 'review') void refetch();
  }, [hadSetup, step, refetch]);

  const tracker = (
    <>
      <WizardTracker hadSetup={hadSetup} at={stage} startPath={startPath} />
      <FocusOnHeading step={step} shown={shown} />
    </>
  );
  const names = new Intl.ListFormat(pageLanguage()).format(
    promotion?.grants.map(({ product, planName }) => `${familyOf(product).name} ${planName}`) ?? [],
  );
  const duration = promotion?.months == null ? null : durationText(promotion.months, pageLanguage());
  const offer = duration === null ? t`${names}, free forever.` : t`${names}, free for ${duration}.`;
  if (promotion && (step === 'address' || step === 'payment')) {
    const intro = (
      <>
        {tracker}
        <div className={styles.intro}>
          <SetupIntro
            promotion={promotion}
            offer={offer}
            renewable={situation !== null && renewsAutomatically(situation)}
            onCancel={leaveWizard}
          />
        </div>
      </>
    );
    return setup({ step, tracker: intro, here });
  }
  const crumb =
    back?.kind === 'here' && back.to !== paths.home
      ? { to: back.to, label: <Trans>Back</Trans> }
      : { to: paths.home, label: <Trans>Home</Trans> };
  // A final refusal hides the offer (PR-05).
  const refusal = action.failure && isFinal(action.failure) ? action.failure : null;
  const failure =
    action.failure ?? heldBefore ?? (heldNow.some(({ name }) => name === promotion?.name) ? heldForReview : null);
  const earlier = heldBefore
    ? null
    : (refusedBefore ?? (text === undefined && heldNow.length > 0 ? heldForReview : null));
  const failed = [me, account, held].filter(({ isError, data }) => isError && !data);

  return (
    <>
      <PageHeader
        crumb={crumb}
        title={
          taken ? (
            <Trans>Promotion Redeemed</Trans>
          ) : promotion && !refusal ? (
            <Trans>{promotion.name} promotion</Trans>
          ) : (
            <Trans>Promotion</Trans>
          )
        }
        description={
          promotion ? !taken && !refusal && offer : promotionLookup.isLoading && <span className={styles.lead} />
        }
      />
      {tracker}
      <div className={styles.notices}>
        {earlier && (
          <Suspense>
            <LazyPromotionFailure failure={earlier} isEarlier />
          </Suspense>
        )}
        {!taken && ofAny && (
          <Notice tone="ok" titleAs="p" alert title={<Trans>Your last promotion was redeemed.</Trans>} />
        )}
        {!taken && left.unknown > 0 && (
          <Notice tone="warn" titleAs="p" alert title={<Trans>Your last promotion isn't redeemed yet.</Trans>} />
        )}
      </div>
      {taken ? (
        <PromotionConfirmation taken={taken} promotion={promotion} back={back} />
      ) : left.failed ? (
        <Retry title={<Trans>We don't know if your last promotion was redeemed.</Trans>} of={left.failed}>
          <Trans>A promotion is never redeemed twice.</Trans>
        </Retry>
      ) : left.isAsking || left.running > 0 || (left.done.length > 0 && held.isFetching) ? (
        <PromotionSkeleton />
      ) : text === undefined ? (
        <>
          {isWaiting && <PromotionSkeleton />}
          <div hidden={isWaiting}>
            <PromotionEntry onText={(code) => onMove(paths.promotion({ code, ...(from && { from }) }))} />
          </div>
        </>
      ) : refusal ? (
        <Suspense>
          <LazyPromotionFailure
            failure={refusal}
            actions={
              <Button size="sm" onClick={leaveWizard}>
                <Trans>Back</Trans>
              </Button>
            }
          />
        </Suspense>
      ) : promotionLookup.isError && !action.busy ? ( // while an order runs, a late look-up may say that the promotion is claimed
        <NotFound
          error={promotionLookup.error}
          retrying={promotionLookup.isFetching}
          onRetry={() => void promotionLookup.refetch()}
        />
      ) : failed.length > 0 ? (
        <Retry title={<Trans>We couldn't load your account.</Trans>} of={failed}>
          <Trans context="promotion">Nothing is lost.</Trans>
        </Retry>
      ) : promotion && situation && held.data && (failure || !review.isLoading) ? (
        <Suspense fallback={<PromotionSkeleton />}>
          <PromotionReview
            promotion={promotion}
            card={account.data?.paymentMethod ?? null}
            held={held.data}
            losses={losses}
            renewable={renewsAutomatically(situation)}
            autoRenew={autoRenew}
            onAutoRenew={(on) => onMove(wizardPath(place, on), { replace: true })}
            action={{ ...action, failure }}
            cardPath={paths.paymentMethod({ returnPath: here })}
            addressPath={paths.address({ returnPath: here, r: 'newuser' })}
            onCancel={leaveWizard}
          />
        </Suspense>
      ) : (
        <PromotionSkeleton />
      )}
    </>
  );
};
