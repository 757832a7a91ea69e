import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CreditCard, FileText, Gauge, type IconNode, MapPin, Ticket } from 'lucide';
import { Fragment, type ReactNode } from 'react';
import { config } from '../../lib/config.ts';
import { accountQuery } from '../../shared/account/account.ts';
import { meQuery } from '../../shared/account/me.ts';
import { subscriptionsQuery } from '../../shared/orders/subscriptions.ts';
import { CardLine } from '../../shared/payments/card-brand.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Retry } from '../../ui/retry.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import styles from './home.module.css';
import { QuickActionsSkeleton } from './home-skeleton.tsx';
import { LatelyEnded } from './lately-ended.tsx';
import { familiesOf } from './product-cards.ts';
import { type QuickAction, quickActions } from './quick-actions.ts';
import { DateLine } from './row-text.tsx';

const icons: Record<QuickAction['kind'], IconNode> = {
  metered: Gauge,
  redeem: Ticket,
  card: CreditCard,
  address: MapPin,
  payments: FileText,
};

const textOf = (action: QuickAction): [name: ReactNode, line: ReactNode] => {
  switch (action.kind) {
    case 'metered':
      return [
        <Trans key="name">{action.name} subscription</Trans>,
        action.rows.length > 0 ? (
          action.rows.map((row) => (
            <span key={row.id} className={styles.cellRow}>
              {`${row.name} · `}
              <DateLine date={row.date} />
            </span>
          ))
        ) : (
          <LatelyEnded key="line" product={action.product} isBelowName>
            <Trans>Start or change</Trans>
          </LatelyEnded>
        ),
      ];
    case 'redeem':
      return [<Trans key="name">Redeem code</Trans>, <Trans key="line">Prepaid codes</Trans>];
    case 'card':
      return [
        <Trans key="name">Payment method</Trans>,
        action.card ? (
          <Fragment key="line">
            <CardLine brand={action.card.brand} last4={action.card.last4} />
            {action.card.expired && (
              <b className={styles.expired}>
                <Trans>Expired</Trans>
              </b>
            )}
          </Fragment>
        ) : (
          <Trans key="line">Add a card</Trans>
        ),
      ];
    case 'address':
      return [<Trans key="name">Address</Trans>, action.place ?? <Trans key="line">Add an address</Trans>];
    case 'payments':
      return [<Trans key="name">Payments</Trans>, <Trans key="line">View all</Trans>];
  }
};

const QuickActionCells = () => {
  const me = useQuery(meQuery);
  const account = useQuery(accountQuery);
  const subscriptions = useQuery(subscriptionsQuery());
  if (me.isPending || account.isPending || subscriptions.isPending) return <QuickActionsSkeleton />;
  if (account.data) {
    return (
      <Card as="ul" clip className={styles.quick}>
        {quickActions(me.data, account.data, familiesOf(config), subscriptions.data).map((action) => {
          const [name, line] = textOf(action);
          return (
            <li key={action.to}>
              <Link href={action.to} className={styles.cell}>
                <Icon of={icons[action.kind]} className={styles.cellIcon} />
                <span className={styles.cellName}>{name}</span>
                <span className={styles.cellLine}>{line}</span>
              </Link>
            </li>
          );
        })}
      </Card>
    );
  }
  return (
    <Retry title={<Trans>We couldn't load your account.</Trans>} of={account}>
      <Trans>Nothing is lost.</Trans>
    </Retry>
  );
};

/** Shortcuts to the most used pages (HO-04). */
export const QuickActions = () => (
  <section className={styles.section} aria-labelledby="quick-actions">
    <SectionHead id="quick-actions">
      <Trans>Quick actions</Trans>
    </SectionHead>
    <QuickActionCells />
  </section>
);
