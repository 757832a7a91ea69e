import type { FamilyKind } from '@foyer/contract/vocabulary/families';
import { Trans } from '@lingui/react/macro';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './choose-plan.module.css';
import current from './current-plan.module.css';
import page from './plan-page.module.css';

/** Number of cards, height of a card in pixels, and number of packages below the cards (SP-07). */
type Geometry = readonly [cards: number, heightPx: number, packages: number];

const PACKAGE_HEIGHT = 92;

/** Final geometry of step 1 for each kind: two rows of plans with two offers each; tiers; plans with their features. */
const geometryOf: Record<FamilyKind, Geometry> = {
  plans: [6, 324, 0],
  tiers: [3, 220, 4],
  metered: [3, 312, 0],
};

const Placeholder = ({ kind, height }: { kind: string; height: number }) => (
  <Card pad className="stack" style={{ height }} data-placeholder={kind}>
    <Skeleton width="50%" />
    <Skeleton height={14} />
    <Skeleton width="60%" />
  </Card>
);

const listOf = (length: number) => Array.from({ length }, (_, index) => index);

/** Placeholders of the plans of a family, with the current plan where it has one (SH-12, SP-07). */
export const PlanSkeleton = ({ kind }: { kind: FamilyKind }) => {
  const [cards, height, packages] = geometryOf[kind];
  return (
    <div role="status" className={page.page}>
      <span className="sr">
        <Trans>Loading plans…</Trans>
      </span>
      {kind === 'plans' && (
        <Card className={current.current}>
          <div className={current.row}>
            <Skeleton width={40} height={40} radius={10} />
            <div className={current.text}>
              <Skeleton width={180} height={16} />
              <div className={current.line}>
                <Skeleton width={260} height={14} />
              </div>
            </div>
          </div>
        </Card>
      )}
      <div className={styles.grid}>
        {listOf(cards).map((index) => (
          <Placeholder key={index} kind="plan" height={height} />
        ))}
      </div>
      {packages > 0 && (
        <div className={page.packages}>
          {listOf(packages).map((index) => (
            <Placeholder key={index} kind="package" height={PACKAGE_HEIGHT} />
          ))}
        </div>
      )}
    </div>
  );
};
