import { Trans } from '@lingui/react/macro';
import { useUser } from '../../../shared/account/use-user.ts';
import { addressInOneLine } from '../../../shared/address/address-lines.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import rows from '../../../ui/rows.module.css';
import { Skeleton } from '../../../ui/skeleton.tsx';

const Line = () => {
  const { user, isLoading, retry } = useUser();
  if (user?.address) return addressInOneLine(user.address);
  if (user) return <Trans>Add your address to calculate tax.</Trans>;
  return isLoading ? <Skeleton width={220} height={14} /> : <LoadError {...retry} />;
};

/**
 * Billing address, or a link to its form (`to`). Shown beside the amounts, because it decides the tax. If it does not
 * load, the amounts are still right.
 */
export const AddressRow = ({ to }: { to: string }) => {
  const { user } = useUser();
  return (
    <li className={rows.row}>
      <div>
        <h2 className="strong">
          <Trans>Billing address</Trans>
        </h2>
        <div className={rows.line}>
          <Line />
        </div>
      </div>
      {user?.address === null && (
        <LinkButton size="sm" to={to}>
          <Trans>Add Address</Trans>
        </LinkButton>
      )}
    </li>
  );
};
