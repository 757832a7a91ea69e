import { Trans } from '@lingui/react/macro';
import type { Lock } from '../model/current-plan.ts';
import type { PlanCard as PlanCardModel } from '../model/plan-card.ts';
import type { Selection } from '../model/selection.ts';
import { ChoiceDock } from './choice-dock.tsx';
import styles from './choose-plan.module.css';
import { ContactCard } from './contact-card.tsx';
import { LockNotice } from './lock-notice.tsx';
import { PlanCard } from './plan-card.tsx';

interface ChoosePlanProps {
  cards: readonly PlanCardModel[];
  selection: Selection | null;
  lock: Lock | null;
  paysAlready: boolean;
  reviewPath: string;
  onChoose: (id: string | undefined) => void;
}

/** Step 1: every plan side by side; the choice collects in the dock below (DR-01, DR-03). */
export const ChoosePlan = ({ cards, selection, lock, paysAlready, reviewPath, onChoose }: ChoosePlanProps) => (
  <>
    {lock && (
      <div className={styles.notice}>
        <LockNotice lock={lock} />
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
            <PlanCard key={card.key} card={card} selection={selection} onChoose={onChoose} locked={lock !== null} />
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
        paysAlready={paysAlready}
        reviewPath={reviewPath}
        onCancel={() => onChoose(undefined)}
      />
    )}
  </>
);
