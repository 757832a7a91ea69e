import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toCsv } from '../input-formats.ts';
import styles from '../operator-site.module.css';
import type { NewBatch } from '../shown-once.ts';

interface NewCodesProps {
  made: NewBatch;
  isSaved: boolean;
  onSaved: () => void;
  onClose: () => void;
}

/** Shows new codes once (OP-03, INV-22). The server cannot show them again, so they close only after they are saved. */
export const NewCodes = ({ made: { batchId, name, codes }, isSaved, onSaved, onClose }: NewCodesProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const count = codes.length;
  useEffect(() => heading.current?.focus(), []);
  const save = () => {
    const rows = [['code', 'batch', 'name'], ...codes.map((code) => [code, batchId, name])];
    saveFile(`${batchId}.csv`, toCsv(rows), 'text/csv');
    onSaved();
  };
  return (
    <Card pad as="section" aria-labelledby="new-codes" className={styles.newCodes}>
      <h2 id="new-codes" ref={heading} tabIndex={-1}>
        {t`${count} codes of “${name}”`}
      </h2>
      <p>
        <Trans>This is the only time they are shown. Save them before you go on.</Trans>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard */}
      <ol className={styles.codes} tabIndex={0}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.footer}>
        <Button
          onClick={() => isSaved && onClose()}
          aria-disabled={!isSaved}
          aria-describedby={isSaved ? undefined : 'save-first'}
        >
          <Trans>Done</Trans>
        </Button>
        <Button variant="primary" onClick={save}>
          <Trans>Download CSV</Trans>
        </Button>
      </div>
      {!isSaved && (
        <p id="save-first" className="small">
          <Trans>Download them first.</Trans>
        </p>
      )}
    </Card>
  );
};
