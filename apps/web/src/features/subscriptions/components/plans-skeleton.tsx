import { Trans } from '@lingui/react/macro';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './choose-plan.module.css';
import current from './current-plan.module.css';

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const CARD_HEIGHT = 324; // a plan card with two offers

/** Placeholders of the current plan and two rows of cards (SH-12). */
export const PlansSkeleton = () => (
  <div role="status">
    <span className="sr">
      <Trans>Loading plans…</Trans>
    </span>
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
    <div className={styles.grid}>
      {CARDS.map((key) => (
        <Card key={key} pad style={{ height: CARD_HEIGHT }}>
          <Skeleton width="50%" height={20} />
          <br />
          <Skeleton width="70%" height={26} />
          <br />
          <Skeleton height={14} />
          <br />
          <Skeleton width="60%" height={14} />
        </Card>
      ))}
    </div>
  </div>
);
