import { Trans } from '@lingui/react/macro';
import type { EndLine, Lock, PendingChange } from '../model/current-plan.ts';
import type { PlanCard as PlanCardModel } from '../model/plan-card.ts';
import type { Selection } from '../model/selection.ts';
import type { UnavailableReason } from '../model/unavailable-choice.ts';
import { ChoiceDock } from './choice-dock.tsx';
import styles from './choose-plan.module.css';
import { ContactCard } from './contact-card.tsx';
import { CouponLine } from './coupon-line.tsx';
import { LockNotice } from './lock-notice.tsx';
import { PlanCard } from './plan-card.tsx';
import { UnavailableNotice } from './unavailable-notice.tsx';
import type { CouponPrices } from './use-coupon-prices.ts';

interface ChoosePlanProps {
  cards: readonly PlanCardModel[];
  prices: CouponPrices;
  selection: Selection | null;
  lock: Lock | null;
  /** Reason why the plan in the address is not chosen. */
  unavailableReason: UnavailableReason | null;
  isPaidPlan: boolean;
  /** Change that is scheduled for the end of the current plan. */
  waiting: PendingChange;
  /** Event at the end of the current plan. */
  ending: EndLine | null;
  /** Plan that the account keeps below a trial. */
  planIdBelowTrial: string | undefined;
  reviewPath: string;
  onChoose: (id: string | undefined) => void;
}

/** Step 1: all plans as cards, and the choice in the dock below (DR-01, DR-03). */
export const ChoosePlan = ({
  cards,
  prices,
  selection,
  lock,
  unavailableReason,
  isPaidPlan,
  waiting,
  ending,
  planIdBelowTrial,
  reviewPath,
  onChoose,
}: ChoosePlanProps) => (
  <>
    {prices.kind !== 'none' && (
      <div className={styles.notice}>
        <CouponLine prices={prices} />
      </div>
    )}
    {(lock || unavailableReason) && (
      <div className={styles.notice}>
        {lock ? <LockNotice lock={lock} /> : unavailableReason && <UnavailableNotice reason={unavailableReason} />}
      </div>
    )}
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
    {selection && !lock && (
      <ChoiceDock
        selection={selection}
        isPaidPlan={isPaidPlan}
        reviewPath={reviewPath}
        onCancel={() => onChoose(undefined)}
      />
    )}
  </>
);
