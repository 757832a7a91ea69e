import { Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide';
import { type ReactNode, useEffect } from 'react';
import { Card } from '../../ui/card.tsx';
import { DateText } from '../../ui/date.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Money } from '../../ui/money.tsx';
import { SummaryLine, SummaryLines } from '../../ui/summary.tsx';
import { useToast } from '../../ui/toast.tsx';
import { cardLabel } from '../payments/card-brand.tsx';
import styles from './result-card.module.css';

/** Title of a result page when money was paid. */
export const PaidTitle = ({ cents }: { cents: number }) => (
  <Trans>
    Paid <Money cents={cents} />
  </Trans>
);

/** Heading of a result, with a tick. */
export const ResultHeading = ({ children }: { children: ReactNode }) => (
  <h2 className={styles.heading}>
    <Icon of={CircleCheck} className={styles.tick} />
    <span>{children}</span>
  </h2>
);

interface PaidLinesProps {
  /** Paid orders or bills. One is shown by its name, several with their amounts. */
  items: readonly { readonly description: string; readonly cents: number }[];
  /** End of the paid time. */
  until?: string | null;
  card?: { readonly brand: string | null; readonly last4: string } | undefined;
  cents: number;
}

/** Lines about a payment: order or bill, end of the paid time, card, and total. */
export const PaidLines = ({ items, until, card, cents }: PaidLinesProps) => {
  const [item, ...others] = items;
  return (
    <div className={styles.lines}>
      <SummaryLines>
        {item && others.length === 0 ? (
          <SummaryLine label={<Trans>Paid for</Trans>} words>
            {item.description}
          </SummaryLine>
        ) : (
          items.map(({ description, cents }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two bills of one plan have the same name, and none is reordered
            <SummaryLine key={n} label={description}>
              <Money cents={cents} />
            </SummaryLine>
          ))
        )}
        {until && (
          <SummaryLine label={<Trans>Paid until</Trans>}>
            <DateText instant={until} />
          </SummaryLine>
        )}
        {card && <SummaryLine label={<Trans>Card</Trans>}>{cardLabel(card)}</SummaryLine>}
        <SummaryLine label={<Trans>Total</Trans>} rule due>
          <Money cents={cents} />
        </SummaryLine>
      </SummaryLines>
    </div>
  );
};

interface ResultCardProps {
  children: ReactNode;
  /** Next steps. */
  actions: ReactNode;
}

/** Result of an order or of a paid bill, on a page about nothing else. Toasts of earlier steps are closed. */
export const ResultCard = ({ children, actions }: ResultCardProps) => {
  const toast = useToast();
  useEffect(() => toast(null), [toast]);
  return (
    <Card as="section" pad className={styles.result}>
      {children}
      <div className={styles.actions}>{actions}</div>
    </Card>
  );
};
