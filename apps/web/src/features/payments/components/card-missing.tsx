import { Trans } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import styles from './pay-card.module.css';

interface CardMissingProps {
  /** Id of the heading, which labels the card. */
  id: string;
  heading: ReactNode;
  headingRef?: Ref<HTMLHeadingElement>;
  title: ReactNode;
  busy: boolean;
  onRetry: () => void;
}

/** Card of the overview that did not load. Keeps its heading, so that links to it still work (PY-01). */
export const CardMissing = ({ id, heading, headingRef, title, busy, onRetry }: CardMissingProps) => (
  <Card as="section" className={styles.card} aria-labelledby={id}>
    <div className={styles.in}>
      <h2 className={styles.label} id={id} ref={headingRef} tabIndex={-1}>
        {heading}
      </h2>
      <div role="alert">
        <p className={styles.none}>{title}</p>
        <p className="small">
          <Trans>Nothing changed; only this part didn't load.</Trans>
        </p>
      </div>
    </div>
    <footer>
      <Button size="sm" onClick={onRetry} busy={busy} busyLabel={<Trans>Trying…</Trans>}>
        <Trans>Try again</Trans>
      </Button>
    </footer>
  </Card>
);
