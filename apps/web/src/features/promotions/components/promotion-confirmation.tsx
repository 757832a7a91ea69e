import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { areDownloadsBlocked } from '../../../lib/downloads-blocked.ts';
import { paths } from '../../../lib/paths.ts';
import { meQuery } from '../../../lib/queries/me.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateText } from '../../../ui/date.tsx';
import type { ShownProduct } from '../../../ui/product-mark.tsx';
import type { ReturnLink } from '../model/return-link.ts';
import { productLabel } from './product-labels.ts';
import styles from './promotions.module.css';
import type { TakenPromotion } from './use-subscribe.ts';

/** Addresses of the products; null if the brand has none. */
export interface Apps {
  install: string | null;
  drive: string | null;
}

interface PromotionConfirmationProps {
  taken: TakenPromotion;
  apps: Apps;
  back: ReturnLink | null;
}

/**
 * Confirmation with the granted plans and three next steps (PR-04). No download without scope or during a review
 * (EX-01).
 */
export const PromotionConfirmation = ({
  taken: { subscriptions, transitionAtEnd },
  apps,
  back,
}: PromotionConfirmationProps) => {
  const waits = areDownloadsBlocked(useQuery(meQuery).data);
  return (
    <Card as="section" pad className={styles.done}>
      <ul>
        {subscriptions.map(({ id, product, plan, currentPeriodEnd }) => (
          <li key={id}>
            <b>
              {productLabel[product as ShownProduct]} {plan.displayName}
            </b>{' '}
            {currentPeriodEnd === null ? (
              <Trans>is yours for good.</Trans>
            ) : transitionAtEnd ? (
              <Trans>
                is free until <DateText instant={currentPeriodEnd} />, then it renews.
              </Trans>
            ) : (
              <Trans>
                is free until <DateText instant={currentPeriodEnd} />, then it ends.
              </Trans>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        {apps.drive && (
          <LinkButton href={apps.drive} variant="primary">
            <Trans>Open Drive</Trans>
          </LinkButton>
        )}
        {apps.install && !waits && subscriptions.some(({ product }) => product === 'scope') && (
          <LinkButton href={apps.install}>
            <Trans>Install Scope</Trans>
          </LinkButton>
        )}
        <LinkButton to={paths.home}>
          <Trans>Go to Account Home</Trans>
        </LinkButton>
        {back?.kind === 'client' && (
          <LinkButton href={back.href}>
            <Trans>Back to {back.name}</Trans>
          </LinkButton>
        )}
        {back?.kind === 'here' && back.to !== paths.home && (
          <LinkButton to={back.to}>
            <Trans>Go Back</Trans>
          </LinkButton>
        )}
      </div>
    </Card>
  );
};
