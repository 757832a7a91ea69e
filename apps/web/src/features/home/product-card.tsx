import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ArrowUpRight, ChevronDown, Plus } from 'lucide';
import type { ComponentType } from 'react';
import { config } from '../../lib/config.ts';
import { ProductMark } from '../../shared/catalogue/product-mark.tsx';
import { Badge } from '../../ui/badge.tsx';
import { buttonClassName, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type PanelProps } from '../../ui/menu.tsx';
import styles from './home.module.css';
import { LatelyEnded } from './lately-ended.tsx';
import type { MoreMenu, ProductCardView } from './product-cards.ts';
import { actionNames, DateLine, KindBadge } from './row-text.tsx';
import type { SubscriptionRow } from './subscription-row.ts';

const Row = ({ row }: { row: SubscriptionRow }) => (
  <li className={styles.row}>
    <div className="grow">
      <div className={styles.name}>
        {row.name}
        <KindBadge badge={row.badge} />
        {row.isCanceled && (
          <Badge tone="warn">
            <Trans>Canceled</Trans>
          </Badge>
        )}
      </div>
      <div className={styles.line}>
        {row.storage && `${row.storage} · `}
        <DateLine date={row.date} />
      </div>
    </div>
    <LinkButton size="sm" to={row.action.to}>
      {actionNames[row.action.kind]}
      <span className="sr">{row.name}</span>
    </LinkButton>
  </li>
);

export interface ProductCardProps {
  view: ProductCardView;
  /** Refetches the claims; false while they load. */
  onRetry: false | (() => void);
  /** Loads the panel of the More menu. */
  morePanel: () => Promise<ComponentType<PanelProps<MoreMenu>>>;
}

/** Card of a product with its subscriptions and actions (HO-06, HO-07). */
export const ProductCard = ({ view, onRetry, morePanel }: ProductCardProps) => {
  const { vendor } = config.brand;
  const { family, offer, launch, learnMore, unknown, more } = view;
  return (
    <Card as="article" className={styles.product}>
      <header className={styles.head}>
        <ProductMark product={family.key} size="lg" />
        <div>
          <h3>{`${vendor} ${family.name}`}</h3>
          <p>{family.description}</p>
        </div>
      </header>
      <ul className={styles.rows}>
        {view.rows.length === 0 && (
          <li className={styles.row}>
            <span className="muted">
              <LatelyEnded product={family.key}>
                <Trans>No subscription</Trans>
              </LatelyEnded>
            </span>
          </li>
        )}
        {view.rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
      {(offer || launch || learnMore || unknown || more) && (
        <footer className={styles.foot}>
          {offer?.kind === 'subscribe' && (
            <LinkButton size="sm" to={offer.to}>
              <Trans>Subscribe</Trans>
              <span className="sr">{t`to ${vendor} ${family.name}`}</span>
            </LinkButton>
          )}
          {offer?.kind === 'add' && (
            <LinkButton size="sm" to={offer.to}>
              <Icon of={Plus} size={16} />
              <Trans>Add</Trans>
            </LinkButton>
          )}
          {launch && (
            <LinkButton size="sm" href={launch}>
              <Trans>Launch</Trans>
              <Icon of={ArrowUpRight} size={16} />
            </LinkButton>
          )}
          {learnMore && (
            <LinkButton size="sm" variant={offer || launch ? 'quiet' : 'outline'} href={learnMore}>
              <Trans>Learn More</Trans>
            </LinkButton>
          )}
          {unknown && onRetry && (
            <button type="button" className="link" onClick={onRetry}>
              <Trans>Try again</Trans>
            </button>
          )}
          {more && (
            <div className={styles.more}>
              <Menu
                label={t`More`}
                className={buttonClassName({ variant: 'quiet', size: 'sm' })}
                button={
                  <>
                    <Trans>More</Trans>
                    <Icon of={ChevronDown} size={16} />
                  </>
                }
                subject={more}
                panel={morePanel}
              />
            </div>
          )}
        </footer>
      )}
    </Card>
  );
};
