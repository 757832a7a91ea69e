import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { storeHeight } from '../../lib/browser-store.ts';
import { config } from '../../lib/config.ts';
import { currentTime } from '../../lib/current-time.ts';
import { accountQuery } from '../../shared/account/account.ts';
import { meQuery } from '../../shared/account/me.ts';
import { subscriptionsQuery } from '../../shared/orders/subscriptions.ts';
import { Retry } from '../../ui/retry.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { StaleDataNote } from '../../ui/stale-data-note.tsx';
import styles from './home.module.css';
import { ProductsSkeleton } from './home-skeleton.tsx';
import { ProductCard, type ProductCardProps } from './product-card.tsx';
import { productCards } from './product-cards.ts';

const Cards = ({ morePanel }: Pick<ProductCardProps, 'morePanel'>) => {
  const me = useQuery(meQuery);
  const account = useQuery(accountQuery);
  const subscriptions = useQuery(subscriptionsQuery());
  const loaded = subscriptions.data;
  const cards =
    loaded &&
    productCards({
      config,
      claims: me.data?.token.claims,
      subscriptions: loaded,
      user: me.data?.user,
      now: currentTime(account.data),
    });
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!loaded || !grid.current) return;
    const lists = grid.current.querySelectorAll('ul');
    for (const [card, at] of [0, 1, 4].entries()) if (lists[card]) storeHeight(at, lists[card].offsetHeight);
  }, [loaded]);

  if (subscriptions.isError && !cards) {
    return (
      <Retry title={<Trans>We're having trouble retrieving subscriptions.</Trans>} of={subscriptions}>
        <Trans>Your subscriptions and files are safe.</Trans>
      </Retry>
    );
  }
  if (!cards) return <ProductsSkeleton />;
  return (
    <div ref={grid} className={styles.cards}>
      {cards.map((card) => (
        <ProductCard key={card.family.key} view={card} morePanel={morePanel} onRetry={me.isError && me.refetch} />
      ))}
    </div>
  );
};

/**
 * Cards of the products with their subscriptions (HO-06, HO-07, HO-08). Says that they are not current, unless the welcome
 * above says so of the account.
 */
export const Products = (props: Pick<ProductCardProps, 'morePanel'>) => {
  const account = useQuery(accountQuery);
  const subscriptions = useQuery(subscriptionsQuery());
  return (
    <section aria-labelledby="products">
      <SectionHead id="products" aside={account.isError || <StaleDataNote of={subscriptions} />}>
        <Trans>Products</Trans>
      </SectionHead>
      <Cards {...props} />
    </section>
  );
};
