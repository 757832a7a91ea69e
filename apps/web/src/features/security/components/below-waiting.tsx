import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import styles from './security.module.css';

const PLACE_PX = 640;

/**
 * Sections below a part of unknown height: a placeholder stands for them while that part waits, so that no text moves when
 * it arrives (SH-12). They are mounted meanwhile and load their own data.
 */
export const BelowWaiting = ({ waits, children }: { waits: boolean; children: ReactNode }) => (
  <>
    {waits && (
      <Card className={styles.section}>
        <CardSkeleton height={PLACE_PX} />
      </Card>
    )}
    <div hidden={waits}>{children}</div>
  </>
);
