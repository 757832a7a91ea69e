import type { ConnectedProduct } from '@foyer/contract/api/product-sign-in';
import { isolated } from '@foyer/contract/vocabulary/shown-text';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide';
import { useRef } from 'react';
import { call } from '../../../lib/call.ts';
import { failureOf } from '../../../lib/failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { settingFailures } from '../../../shared/failures/setting-words.tsx';
import { FailureText } from '../../../shared/failures/words.tsx';
import { ProductData } from '../../../shared/identity/product-data.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { StaleDataNote } from '../../../ui/stale-data-note.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { productsQuery } from '../queries/products.ts';
import { DateTime } from './date-time.tsx';
import styles from './security.module.css';

const ROW_PX = 107;

interface ProductProps {
  product: ConnectedProduct;
  busy: boolean;
  onEnd: () => void;
}

const Product = ({
  product: { name, brand, isSignedIn, scopes, firstGivenAt, lastUsedAt },
  busy,
  onEnd,
}: ProductProps) => (
  <li className={styles.product}>
    <span className={styles.disc}>
      <Icon of={KeyRound} />
    </span>
    <div className={styles.grow}>
      <div className={styles.title}>
        {isolated(name)}
        {brand && <span className={styles.small}>{isolated(brand)}</span>}
      </div>
      <ProductData scopes={scopes} className={styles.data} />
      <div className={styles.small}>
        <Trans>
          Since <DateTime instant={firstGivenAt} />, last used <DateTime instant={lastUsedAt} />
        </Trans>
      </div>
      {!isSignedIn && (
        <div className={styles.small}>
          <Trans>Signed out. Your permission stays, so its next sign-in won't ask for it.</Trans>
        </div>
      )}
    </div>
    <Button size="sm" onClick={onEnd} busy={busy}>
      <Trans>Remove access</Trans> <span className="sr">{isolated(name)}</span>
    </Button>
  </li>
);

/**
 * List of the products that read data of the account, or may do so after their next sign-in, with a button that ends the
 * access of each.
 */
export const Products = () => {
  const toast = useToast();
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useQuery(productsQuery);
  const { state, run } = useAction(async (product: string) => {
    try {
      await call('DELETE /api/auth/me/security/products/:id', { params: { id: product } });
      heading.current?.focus(); // focus, because the clicked button is gone with its row
      toast(t`Access removed`);
    } finally {
      // also after a failure: the access may have ended
      await Promise.allSettled([queries.invalidateQueries({ queryKey: ['security'] })]);
    }
  });

  return (
    <section className={styles.section} aria-labelledby="products">
      <SectionHead id="products" headingRef={heading} aside={<StaleDataNote of={query} />}>
        <Trans>Apps with access</Trans>
      </SectionHead>
      {query.data ? (
        <Card as={query.data.length > 0 ? 'ul' : 'div'} clip className={styles.list}>
          {query.data.length === 0 && (
            <p className={styles.empty}>
              <Trans>No app reads data of your account. Apps that you sign in to with this account appear here.</Trans>
            </p>
          )}
          {query.data.map((product) => (
            <Product
              key={product.id}
              product={product}
              busy={state.kind === 'running' && state.input === product.id}
              onEnd={() => state.kind !== 'running' && void run(product.id)}
            />
          ))}
        </Card>
      ) : query.isPending ? (
        <Card role="status">
          <span className="sr">
            <Trans>Loading…</Trans>
          </span>
          <CardSkeleton height={ROW_PX} />
        </Card>
      ) : (
        <Retry title={<Trans>We're having trouble retrieving your apps.</Trans>} of={query}>
          <Trans>Nothing was changed; only this list didn't load.</Trans>
        </Retry>
      )}
      {state.kind === 'failed' && (
        <p className={styles.error} role="alert">
          <FailureText of={failureOf(state.error)} context={settingFailures()} />
        </p>
      )}
    </section>
  );
};
