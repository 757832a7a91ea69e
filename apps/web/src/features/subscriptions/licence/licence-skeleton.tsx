import { Trans } from '@lingui/react/macro';
import { Card } from '../../../ui/card.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import split from '../../../ui/split.module.css';
import styles from './licence.module.css';

const TIMELINE_HEIGHT = 294;
const OPTIONS = ['a', 'b'];

/** Placeholders of the page; `timeline` adds that of the timeline. */
export const LicenceSkeleton = ({ timeline }: { timeline: boolean }) => (
  <div role="status" className={styles.page}>
    <span className="sr">
      <Trans>Loading…</Trans>
    </span>
    {timeline && (
      <Card pad style={{ height: TIMELINE_HEIGHT }}>
        <Skeleton width="30%" />
        <br />
        <Skeleton width="60%" height={14} />
      </Card>
    )}
    <div className={split.split}>
      <div className={styles.extension}>
        <SectionHead>
          <Trans>License Extension</Trans>
        </SectionHead>
        {OPTIONS.map((key) => (
          <Card key={key} pad>
            <Skeleton width="40%" height={14} />
            <br />
            <Skeleton width="60%" height={14} />
          </Card>
        ))}
      </div>
      <Card pad>
        <Skeleton width="50%" />
        <br />
        <Skeleton height={14} />
      </Card>
    </div>
  </div>
);
