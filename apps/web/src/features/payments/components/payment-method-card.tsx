import type { AccountView } from '@foyer/contract/api/account';
import type { Address } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { Fragment, type ReactNode, type Ref } from 'react';
import { config } from '../../../lib/config.ts';
import { paths } from '../../../lib/paths.ts';
import type { useUser } from '../../../shared/account/use-user.ts';
import { streetLines } from '../../../shared/address/address-lines.ts';
import { CardBrand } from '../../../shared/payments/card-brand.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { formatMonth } from '../../../ui/date.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { Money } from '../../../ui/money.tsx';
import { cardsAbroad } from '../../../ui/sales-link.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SummaryLine, SummaryLines } from '../../../ui/summary.tsx';
import { cardEntryGate } from '../model/card-entry-gate.ts';
import styles from './pay-card.module.css';

/**
 * Account credit, or a small amount that was carried over, with the date it is used (PY-06). Credit is not shown as a
 * negative amount.
 */
const BalanceLine = ({ balanceCents }: Pick<AccountView, 'balanceCents'>) => {
  if (balanceCents === 0) return null;
  return balanceCents < 0 ? (
    <SummaryLine label={<Trans>Account credit</Trans>} reason={<Trans>It is used for your next payment.</Trans>} rule>
      <Money cents={-balanceCents} />
    </SummaryLine>
  ) : (
    <SummaryLine
      label={<Trans>Amount owed</Trans>}
      reason={<Trans>A small amount, charged with your next payment.</Trans>}
      rule
    >
      <Money cents={balanceCents} />
    </SummaryLine>
  );
};

/** Height in px of three address lines, the usual number. */
const ADDRESS_PX = 60;

interface PaymentMethodCardProps {
  account: AccountView;
  /** Note at the right of the heading, for data that is not current. */
  asOf: ReactNode;
  /** Undefined while it loads or if it did not load. */
  address: Address | null | undefined;
  isAddressLoading: boolean;
  addressRetry: ReturnType<typeof useUser>['retry'];
  headingRef?: Ref<HTMLHeadingElement>;
}

/**
 * Card and billing address. An expired card is flagged (PM-06), and buttons are shown only where they are allowed
 * (PM-08).
 */
export const PaymentMethodCard = ({
  account,
  asOf,
  address,
  isAddressLoading,
  addressRetry,
  headingRef,
}: PaymentMethodCardProps) => {
  const { paymentMethod: card, canAddPaymentMethod } = account;
  const gate = cardEntryGate({ address, canAddPaymentMethod, addressFirst: false });
  const { salesEmail } = config.contacts;
  return (
    <Card as="section" className={styles.card} aria-labelledby="payment-method">
      <div className={styles.in}>
        <div className={styles.top}>
          <h2 className={styles.label} id="payment-method" ref={headingRef} tabIndex={-1}>
            <Trans>Payment method</Trans>
          </h2>
          {asOf}
        </div>
        {card ? (
          <div className={styles.method}>
            <CardBrand brand={card.brand} size="lg" />
            <div>
              <p className={styles.last4}>
                •••• {card.last4}
                {card.expired && (
                  <Badge tone="warn">
                    <Trans>Expired</Trans>
                  </Badge>
                )}
              </p>
              <p className="small">
                {card.expired ? (
                  <Trans>Expired {formatMonth(card.expirationYear, card.expirationMonth)}</Trans>
                ) : (
                  <Trans>Expires {formatMonth(card.expirationYear, card.expirationMonth)}</Trans>
                )}
              </p>
            </div>
          </div>
        ) : (
          <div className={styles.method}>
            <CardBrand brand="" size="lg" decorative />
            <div>
              <p className={styles.last4}>
                <Trans>No payment method</Trans>
              </p>
              {gate === 'country' && <p className="small">{cardsAbroad}.</p>}
              {gate === 'not-allowed' && (
                <p className="small">
                  <Trans>Your account doesn't pay by card</Trans>.
                </p>
              )}
            </div>
          </div>
        )}
        <div className={styles.lines}>
          <SummaryLines>
            <SummaryLine label={<Trans>Billing address</Trans>} words>
              {address ? (
                streetLines(address).map((line, n) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal (a town and its emirate) and are never reordered
                  <Fragment key={n}>
                    {line}
                    <br />
                  </Fragment>
                ))
              ) : address === null ? (
                <Trans>No address yet</Trans>
              ) : isAddressLoading ? (
                <Skeleton width={140} height={ADDRESS_PX} />
              ) : (
                <LoadError {...addressRetry} />
              )}
            </SummaryLine>
            <BalanceLine balanceCents={account.balanceCents} />
          </SummaryLines>
        </div>
      </div>
      {!canAddPaymentMethod && !card && salesEmail && (
        <footer>
          <span className={styles.foot} />
          <LinkButton size="sm" href={`mailto:${salesEmail}`}>
            <Trans>Contact sales</Trans>
          </LinkButton>
        </footer>
      )}
      {canAddPaymentMethod && (
        <footer>
          <span className={styles.foot} />
          <LinkButton size="sm" to={paths.paymentMethod()}>
            {card ? <Trans>Change card</Trans> : <Trans>Add card</Trans>}
          </LinkButton>
        </footer>
      )}
    </Card>
  );
};
