import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import styles from './security.module.css';

const PLACEHOLDER_HEIGHT_PX = 640;

/**
 * Hides sections below a part of unknown height while that part loads, and shows a placeholder instead. No text then moves
 * when the part appears (SH-12). The sections are mounted meanwhile and load their own data.
 */
export const HiddenWhileLoading = ({ isLoading, children }: { isLoading: boolean; children: ReactNode }) => (
  <>
    {isLoading && (
      <Card className={styles.section}>
        <CardSkeleton height={PLACEHOLDER_HEIGHT_PX} />
      </Card>
    )}
    <div hidden={isLoading}>{children}</div>
  </>
);
