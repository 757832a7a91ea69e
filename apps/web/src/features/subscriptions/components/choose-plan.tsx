import type { Subscription } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { EndLine, Lock, PendingChange } from '../model/current-plan.ts';
import type { PlanCard as PlanCardModel } from '../model/plan-card.ts';
import type { Selection } from '../model/selection.ts';
import type { UnavailableReason } from '../model/unavailable-choice.ts';
import styles from './choose-plan.module.css';
import { ContactCard } from './contact-card.tsx';
import { CouponLine } from './coupon-line.tsx';
import { LazyUnavailableNotice } from './lazy-unavailable-notice.ts';
import { LockNotice } from './lock-notice.tsx';
import { PlanCard } from './plan-card.tsx';
import { PlanDock } from './plan-dock.tsx';
import { planName } from './plan-name.ts';
import type { CouponPrices } from './use-coupon-prices.ts';

interface ChoosePlanProps {
  cards: readonly PlanCardModel[];
  prices: CouponPrices;
  selection: Selection | null;
  lock: Lock | null;
  /** Current plan. */
  existing: Subscription | null;
  /** Reason why the plan in the address is not chosen. */
  unavailableReason: UnavailableReason | null;
  isPaidPlan: boolean;
  /** Change that is scheduled for the end of the current plan. */
  waiting: PendingChange;
  /** Event at the end of the current plan. */
  ending: EndLine | null;
  /** Plan that the account keeps below a trial. */
  planIdBelowTrial: string | undefined;
  /** Comparison of the plans, below the cards. */
  comparison: ReactNode;
  /** No plan can be ordered now, so there is no next step. */
  isStopped: boolean;
  /** The page shows an open bank challenge. */
  isAsked: boolean;
  reviewPath: string;
  onChoose: (id: string | undefined) => void;
  /** Opens the review of a trial. */
  onTrial: (id: string) => void;
}

const dockFacts = ({ card, offer, trial }: Selection) => {
  const { interval, rhythm, amountCents, couponCents } = offer;
  return {
    name: planName({ name: card.name, interval, trialDays: trial ? card.trial?.days : undefined }),
    price: trial || amountCents === 0 ? null : { cents: couponCents ?? amountCents, rhythm },
    dueCents: trial ? 0 : offer.dueCents,
  };
};

/**
 * Step 1: all plans as cards, and the choice in the dock below (DR-01, DR-03). The plans are folded while a prepaid plan
 * runs, because none can be chosen (DR-02).
 */
export const ChoosePlan = ({
  cards,
  prices,
  selection,
  lock,
  existing,
  unavailableReason,
  isPaidPlan,
  waiting,
  ending,
  planIdBelowTrial,
  comparison,
  isStopped,
  isAsked,
  reviewPath,
  onChoose,
  onTrial,
}: ChoosePlanProps) => {
  const plans = (
    <>
      <section aria-labelledby="plans">
        <h2 className="sr" id="plans">
          <Trans>Plans</Trans>
        </h2>
        <div className={styles.grid}>
          {cards
            .filter(({ contactForPricing }) => !contactForPricing)
            .map((card) => (
              <PlanCard
                key={card.key}
                card={card}
                selection={selection}
                onChoose={onChoose}
                onTrial={onTrial}
                locked={lock !== null}
                waiting={waiting}
                ending={ending}
                isBelowTrial={card.planId === planIdBelowTrial}
              />
            ))}
        </div>
        {cards
          .filter(({ contactForPricing }) => contactForPricing)
          .map((card) => (
            <ContactCard key={card.key} card={card} />
          ))}
      </section>
      <div className={styles.comparison}>{comparison}</div>
    </>
  );
  return (
    <>
      {prices.kind !== 'none' && (
        <div className={styles.notice}>
          <CouponLine prices={prices} />
        </div>
      )}
      {(lock || unavailableReason) && (
        <div className={styles.notice}>
          {lock ? (
            <LockNotice lock={lock} existing={existing} />
          ) : (
            unavailableReason && <LazyUnavailableNotice reason={unavailableReason} />
          )}
        </div>
      )}
      {lock === 'prepaid' ? (
        <details className={styles.all}>
          <summary>
            <Trans>See all plans</Trans>
          </summary>
          {plans}
        </details>
      ) : (
        plans
      )}
      {selection && !lock && !isStopped && (
        <PlanDock
          {...dockFacts(selection)}
          isPaidPlan={isPaidPlan}
          isAsked={isAsked}
          reviewPath={reviewPath}
          onCancel={() => onChoose(undefined)}
        />
      )}
    </>
  );
};
