import { Trans } from '@lingui/react/macro';
import { Check, Copy } from 'lucide';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';

/** Button that copies a text and says whether it worked, because a browser may forbid it. */
export const CopyButton = ({ text }: { text: string }) => {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <>
      <Button size="sm" variant="quiet" onClick={copy}>
        <Icon of={outcome === 'copied' ? Check : Copy} size={16} />
        <Trans>Copy</Trans>
      </Button>
      <span className="sr" role="status">
        {outcome === 'copied' && <Trans>Copied</Trans>}
        {outcome === 'refused' && <Trans>Copying is not allowed here. Select the text instead.</Trans>}
      </span>
    </>
  );
};
