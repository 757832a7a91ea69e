import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import siteStyles from '../operator-site.module.css';
import type { NewKey } from '../shown-once.ts';
import styles from './keys.module.css';

interface NewKeyCardProps {
  made: NewKey;
  isSaved: boolean;
  onSaved: () => void;
  onClose: () => void;
}

/** Shows a new key once (INV-22). The server cannot show it again, so the card closes only after the copy button was used. */
export const NewKeyCard = ({ made: { name, key }, isSaved, onSaved, onClose }: NewKeyCardProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => heading.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(key);
      setOutcome('copied');
    } catch {
      setOutcome('refused'); // a browser may forbid it; the operator can select the text
    }
    onSaved();
  };
  return (
    <Card pad as="section" aria-labelledby="new-key" className={siteStyles.newCodes}>
      <h2 id="new-key" ref={heading} tabIndex={-1}>
        {t`Key for “${name}”`}
      </h2>
      <p>
        <Trans>
          This is the only time it's shown. Copy it into the secret store of the server. Never email it or put it into
          code.
        </Trans>
      </p>
      <p className={styles.key}>{key}</p>
      <div className={siteStyles.footer}>
        <Button
          onClick={() => isSaved && onClose()}
          aria-disabled={!isSaved}
          aria-describedby={isSaved ? undefined : 'copy-first'}
        >
          <Trans>Done</Trans>
        </Button>
        <Button variant="primary" onClick={copy}>
          <Trans>Copy key</Trans>
        </Button>
      </div>
      <p role="status" className="small">
        {outcome === 'copied' && <Trans>Copied</Trans>}
        {outcome === 'refused' && <Trans>Copying is not allowed here. Select the text instead.</Trans>}
      </p>
      {!isSaved && (
        <p id="copy-first" className="small">
          <Trans>Copy it first.</Trans>
        </p>
      )}
    </Card>
  );
};
