import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { config } from '../../lib/config.ts';
import { keep, ROWS_KEY } from '../../lib/kept.ts';
import { accountQuery } from '../../lib/queries/account.ts';
import { meQuery } from '../../lib/queries/me.ts';
import { subscriptionsQuery } from '../../lib/queries/subscriptions.ts';
import { Retry } from '../../ui/retry.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import styles from './home.module.css';
import { ProductsSkeleton } from './home-skeleton.tsx';
import { ProductCard } from './product-card.tsx';
import { productCards } from './product-cards.ts';

const Cards = () => {
  const me = useQuery(meQuery);
  const account = useQuery(accountQuery);
  const subscriptions = useQuery(subscriptionsQuery());
  const cards =
    subscriptions.data &&
    productCards({
      config,
      claims: me.data?.token.claims ?? {},
      subscriptions: subscriptions.data,
      mayChangeCard: account.data?.canAddPaymentMethod ?? false,
    });
  const ready = cards && !me.isPending && !account.isPending;
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!ready || !grid.current) return;
    const heights = [...grid.current.querySelectorAll<HTMLElement>('ul')].map((rows) => rows.offsetHeight);
    keep(ROWS_KEY, heights.join(' '));
  }, [ready]);

  if (subscriptions.isError && !cards) {
    return (
      <Retry
        title={<Trans>We're having trouble retrieving subscriptions.</Trans>}
        onRetry={() => subscriptions.refetch()}
        busy={subscriptions.isFetching}
      >
        <Trans>Your subscriptions and files are safe.</Trans>
      </Retry>
    );
  }
  if (!ready) return <ProductsSkeleton />;
  return (
    <div ref={grid} className={styles.cards}>
      {cards.map((card) => (
        <ProductCard key={card.product} view={card} />
      ))}
    </div>
  );
};

/** A card per product, with what is held (HO-06, HO-07, HO-08). */
export const Products = () => (
  <section aria-labelledby="products">
    <SectionHead id="products">
      <Trans>Products</Trans>
    </SectionHead>
    <Cards />
  </section>
);
