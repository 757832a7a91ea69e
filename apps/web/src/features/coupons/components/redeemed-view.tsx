import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../lib/paths.ts';
import { areDownloadsBlocked } from '../../../shared/account/downloads-blocked.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Money } from '../../../ui/money.tsx';
import styles from './codes.module.css';
import type { Redeemed } from './one-code.tsx';

/** Install address of a family with the reason and the subscription (MA-03, SP-04); null without one. */
export type InstallAddress = (product: string, reason: 'add' | 'maintenance', subId: string) => string | null;

const OutcomeText = ({ coupon, subscription }: Redeemed) => {
  const name = subscription.plan.displayName;
  const maintenance = subscription.maintenancePeriod?.expiration ?? subscription.maintenanceEnds;
  if (coupon.isMaintenance && maintenance) {
    return (
      <Trans>
        Maintenance of {name} now continues until <DateText instant={maintenance} />.
      </Trans>
    );
  }
  if (subscription.isPerpetual) return <Trans>{name} is yours for good.</Trans>;
  return subscription.currentPeriodEnd ? (
    <Trans>
      {name} is yours until <DateText instant={subscription.currentPeriodEnd} />. It doesn't renew.
    </Trans>
  ) : (
    <Trans>{name} is yours.</Trans>
  );
};

interface RedeemedViewProps {
  redeemed: Redeemed;
  installAddress: InstallAddress;
  onAnother: () => void;
}

/** Result of a redeemed code with three next steps (CD-01). The title of the page says that it was redeemed. Offers no download while a review is pending (EX-01). */
export const RedeemedView = ({ redeemed, installAddress, onAnother }: RedeemedViewProps) => {
  const waits = areDownloadsBlocked(useQuery(meQuery).data);
  const { id, product } = redeemed.subscription;
  const install = installAddress(product, redeemed.coupon.isMaintenance ? 'maintenance' : 'add', id);
  const { app } = familyOf(product);
  const creditCents = redeemed.coupon.effect?.creditCents ?? 0;
  return (
    <Card pad className={styles.done}>
      <p>
        <OutcomeText {...redeemed} />
        {creditCents > 0 && (
          <>
            {' '}
            <Trans>
              <Money cents={creditCents} /> is now account credit.
            </Trans>
          </>
        )}
      </p>
      <div className="row">
        <Button onClick={onAnother}>
          <Trans>Redeem Another Code</Trans>
        </Button>
        <LinkButton to={paths.home}>
          <Trans>Go to Account Home</Trans>
        </LinkButton>
        {install && !waits && (
          <LinkButton href={install} variant="primary">
            <Trans>Install</Trans>
          </LinkButton>
        )}
        {app && !install && (
          <LinkButton href={app} variant="primary">
            <Trans>Open</Trans>
          </LinkButton>
        )}
      </div>
    </Card>
  );
};
