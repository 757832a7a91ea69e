import type { Receipt } from '@foyer/contract/api/receipt';
import { Trans } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { downloadReceipt } from '../queries/download-receipt.ts';
import styles from './receipt-document.module.css';

/**
 * Button that downloads the receipt as PDF (PY-07). Shows an error beside it; the next click tries again. Has the same
 * size while the receipt loads (SH-12).
 */
export const DownloadReceipt = ({ receipt }: { receipt: Receipt | undefined }) => {
  const { state, run } = useAction(async () => receipt && downloadReceipt(receipt));
  return (
    <>
      <Button
        size="sm"
        busy={state.kind === 'running'}
        busyLabel={<Trans>Downloading…</Trans>}
        onClick={() => void run()}
        aria-describedby="download-error"
      >
        <Icon of={Download} size={16} />
        <Trans>Download PDF</Trans>
      </Button>
      <p className={styles.error} role="alert" id="download-error">
        {state.kind === 'failed' && <Trans>The PDF didn't load. Try again.</Trans>}
      </p>
    </>
  );
};
