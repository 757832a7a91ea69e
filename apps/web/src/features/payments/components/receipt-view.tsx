import type { Receipt } from '@foyer/contract/api/receipt';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download, Printer, ReceiptText } from 'lucide';
import { call } from '../../../lib/call.ts';
import { CallError } from '../../../lib/call-error.ts';
import { checkFailureOf } from '../../../lib/failure.ts';
import { paths } from '../../../lib/paths.ts';
import { useAction } from '../../../lib/use-action.ts';
import { readFailures } from '../../../shared/failures/account-words.tsx';
import { FailureText } from '../../../shared/failures/words.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StaleDataNote } from '../../../ui/stale-data-note.tsx';
import { receiptQuery } from '../queries/receipt.ts';
import styles from './receipt-document.module.css';
import { ReceiptDocument } from './receipt-document.tsx';
import { ReceiptPayment } from './receipt-payment.tsx';

/** Downloads the receipt as PDF and saves it under its number (PY-07). */
const downloadReceipt = async ({ id, invoice }: Pick<Receipt, 'id' | 'invoice'>): Promise<void> => {
  const pdf = await call(
    'GET /api/account/me/receipts/:id.pdf',
    { params: { id: id ?? '' } },
    { read: async (response) => new Uint8Array(await response.arrayBuffer()) },
  );
  saveFile(`${invoice ?? 'receipt'}.pdf`, pdf, 'application/pdf');
};

const pdfFailures = readFailures(<Trans>The PDF didn't load. Try again.</Trans>);

/**
 * Button that downloads the receipt as PDF (PY-07). Shows an error beside it; the next click tries again. Has the same
 * size while the receipt loads (SH-12).
 */
const DownloadReceipt = ({ receipt }: { receipt: Receipt | undefined }) => {
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
        {state.kind === 'failed' && <FailureText of={checkFailureOf(state.error)} context={pdfFailures} />}
      </p>
    </>
  );
};

const RECEIPT_SKELETON_HEIGHT_PX = 660;

/** Page content of a receipt by its id or the id of its charge, with a back link and Print (PY-04, PY-07). */
export const ReceiptView = ({ id }: { id: string }) => {
  const query = useQuery(receiptQuery(id));
  const { data: receipt, error } = query;
  // A retry would refuse an invalid id again.
  const missing = error instanceof CallError && (error.status === 404 || error.type === 'INVALID_REQUEST');
  return (
    <>
      <PageHeader
        className={styles.page}
        crumb={{ to: paths.payments(), label: <Trans>Payments</Trans> }}
        title={<Trans>Receipt</Trans>}
        {...(!error || receipt
          ? {
              description: (
                <span className={styles.issued}>
                  {receipt ? (
                    <>
                      <Trans>
                        {receipt.invoice} · issued <DateText instant={receipt.createdDate} />
                      </Trans>{' '}
                      <StaleDataNote of={query} />
                    </>
                  ) : (
                    <Skeleton width={220} height={22} />
                  )}
                </span>
              ),
              actions: (
                <div className={receipt ? styles.tools : styles.toolsWait}>
                  <Button size="sm" onClick={() => window.print()}>
                    <Icon of={Printer} size={16} />
                    <Trans>Print</Trans>
                  </Button>
                  {(!receipt || receipt.id) && <DownloadReceipt receipt={receipt} />}
                </div>
              ),
            }
          : {})}
      />
      <div className={styles.page}>
        {receipt ? (
          <>
            <ReceiptPayment receipt={receipt} />
            <ReceiptDocument receipt={receipt} />
          </>
        ) : missing ? (
          <Empty
            icon={ReceiptText}
            title={<Trans>No Receipt found</Trans>}
            action={
              <LinkButton size="sm" to={paths.payments({ active: 'receipts' })}>
                <Trans>See past payments</Trans>
              </LinkButton>
            }
          >
            <Trans>It may belong to another account.</Trans>
          </Empty>
        ) : error ? (
          <Retry title={<Trans>We're having trouble retrieving this receipt.</Trans>} of={query}>
            <Trans>It is safe; only this page didn't load.</Trans>
          </Retry>
        ) : (
          <Card>
            <span className="sr" role="status">
              <Trans>Loading receipt…</Trans>
            </span>
            <CardSkeleton height={RECEIPT_SKELETON_HEIGHT_PX} />
          </Card>
        )}
      </div>
    </>
  );
};
