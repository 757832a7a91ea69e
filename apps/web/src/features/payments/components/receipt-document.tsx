import type { Receipt } from '@foyer/contract/api/receipt';
import { Trans } from '@lingui/react/macro';
import { Fragment } from 'react';
import { config } from '../../../lib/config.ts';
import { addressee, streetLines } from '../../../shared/address/address-lines.ts';
import { CardLine } from '../../../shared/payments/card-brand.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money, moneyText } from '../../../ui/money.tsx';
import { SummaryLine, SummaryLines } from '../../../ui/summary.tsx';
import { receiptDate } from '../model/receipt-dates.ts';
import styles from './receipt-document.module.css';
import { ReceiptItems } from './receipt-items.tsx';
import { ReceiptLines } from './receipt-lines.tsx';
import { RefundLines, RefundNotes } from './receipt-refunds.tsx';
import { ReceiptStatus } from './receipt-status.tsx';

const ReceiptDateText = ({ receipt }: { receipt: Receipt }) => {
  const date = receiptDate(receipt);
  switch (date.kind) {
    case 'processed':
      return (
        <Trans>
          Processed <DateText instant={date.on} />
        </Trans>
      );
    case 'estimated':
      return (
        <Trans>
          Estimated Payment On <DateText instant={date.on} />
        </Trans>
      );
    case 'issued':
      return (
        <Trans>
          Issued <DateText instant={date.on} />
        </Trans>
      );
  }
};

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal (a town and its emirate) and are never reordered
    <Fragment key={n}>
      {line}
      <br />
    </Fragment>
  ));

const ReceiptHeader = ({ receipt: { payee, payeeAddress, billTo, invoice, createdDate } }: { receipt: Receipt }) => (
  <div className={styles.meta}>
    <dl>
      <dt>
        <Trans>Payee</Trans>
      </dt>
      <dd>
        <Lines lines={[payee, ...payeeAddress]} />
      </dd>
    </dl>
    {billTo && (
      <dl>
        <dt>
          <Trans>Billed to</Trans>
        </dt>
        <dd>
          <Lines lines={[...addressee(billTo), ...streetLines(billTo)]} />
        </dd>
      </dl>
    )}
    <dl>
      {invoice && (
        <>
          <dt>
            <Trans>Invoice</Trans>
          </dt>
          <dd>{invoice}</dd>
        </>
      )}
      <dt>
        <Trans>Issued</Trans>
      </dt>
      <dd>
        <DateText instant={createdDate} />
      </dd>
    </dl>
  </div>
);

const Totals = ({ receipt }: { receipt: Receipt }) => {
  const { subtotal, amount, isPaid, cardBrand, cardLast4 } = receipt;
  return (
    <div className={styles.totals}>
      <SummaryLines>
        <SummaryLine label={<Trans>Subtotal</Trans>}>
          <Money cents={subtotal} />
        </SummaryLine>
        <ReceiptLines receipt={receipt} creditLabel={<Trans>Credit used</Trans>} />
        <SummaryLine label={<Trans>Total</Trans>} rule due>
          <Money cents={amount} />
        </SummaryLine>
        {isPaid && cardLast4 && (
          <SummaryLine label={<Trans>Paid with</Trans>}>
            <CardLine brand={cardBrand} last4={cardLast4} />
          </SummaryLine>
        )}
        <RefundLines receipt={receipt} />
      </SummaryLines>
      <RefundNotes receipt={receipt} />
    </div>
  );
};

/** Receipt document: parties, items, amounts, payment and dates (PY-04). `amount` is the charge after credit. */
export const ReceiptDocument = ({ receipt }: { receipt: Receipt }) => {
  const { status, amount, refundedCents, cardBrand, cardLast4, invoice } = receipt;
  const { supportEmail } = config.contacts;
  const sum = moneyText(refundedCents);
  return (
    <Card as="article" className={styles.paper}>
      <header>
        {status && <ReceiptStatus status={status} size="lg" />}
        <p className={styles.price}>
          <Money cents={amount} />
        </p>
        <p className={styles.date}>
          <span>
            <ReceiptDateText receipt={receipt} />
          </span>
          {cardLast4 && (
            <>
              <span aria-hidden="true">·</span>
              <CardLine brand={cardBrand} last4={cardLast4} />
            </>
          )}
        </p>
        {refundedCents > 0 && (
          <p className={styles.date}>
            <Trans>{sum} refunded</Trans>
          </p>
        )}
      </header>
      <ReceiptHeader receipt={receipt} />
      <ReceiptItems items={receipt.items} />
      <Totals receipt={receipt} />
      {supportEmail && (
        <footer>
          <p>
            <Trans>
              Questions about this receipt?{' '}
              <a className="link" href={`mailto:${supportEmail}?subject=${encodeURIComponent(invoice ?? '')}`}>
                Email support
              </a>{' '}
              and mention {invoice}.
            </Trans>
          </p>
        </footer>
      )}
    </Card>
  );
};
