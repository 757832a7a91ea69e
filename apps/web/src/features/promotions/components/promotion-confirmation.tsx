import type { Promotion } from '@foyer/contract/api/promotions';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../lib/paths.ts';
import { areDownloadsBlocked } from '../../../shared/account/downloads-blocked.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { installAddress } from '../../../shared/catalogue/install-address.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import type { ReturnLink } from '../model/return-link.ts';
import styles from './promotions.module.css';
import type { TakenPromotion } from './use-subscribe.ts';

interface PromotionConfirmationProps {
  taken: TakenPromotion;
  /** The promotion as the review showed it, with the charge after the free time. */
  promotion: Promotion | undefined;
  back: ReturnLink | null;
}

/** Link to a granted product: its app or its installation. No download during a review (EX-01). */
const NextStep = ({ product }: { product: string }) => {
  const family = familyOf(product);
  const { name, app } = family;
  const install = installAddress(family);
  const waits = areDownloadsBlocked(useQuery(meQuery).data);
  if (install) {
    return waits ? null : (
      <LinkButton href={install}>
        <Trans>Install {name}</Trans>
      </LinkButton>
    );
  }
  return app ? (
    <LinkButton href={app} variant="primary">
      <Trans>Open {name}</Trans>
    </LinkButton>
  ) : null;
};

/** Confirmation with the granted plans and the next steps (PR-04). */
export const PromotionConfirmation = ({
  taken: { subscriptions, transitionAtEnd },
  promotion,
  back,
}: PromotionConfirmationProps) => {
  const { renewsOn = null, chargeThen = null } = promotion ?? {};
  return (
    <Card as="section" pad className={styles.done}>
      <ul>
        {subscriptions.map(({ id, product, plan, currentPeriodEnd }) => (
          <li key={id}>
            <b>
              {familyOf(product).name} {plan.displayName}
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
      {transitionAtEnd && renewsOn !== null && chargeThen !== null && chargeThen.amountDueCents > 0 && (
        <p>
          <Trans>
            We'll charge <Money cents={chargeThen.amountDueCents} /> on <DateText instant={renewsOn} />, and email you 7
            days before.
          </Trans>
        </p>
      )}
      <div className="row">
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
        {subscriptions.map(({ id, product }) => (
          <NextStep key={id} product={product} />
        ))}
      </div>
    </Card>
  );
};
