import type { Address } from '@foyer/contract/api/shapes';
import { Trans } from '@lingui/react/macro';
import { addressInOneLine } from '../../../ui/address-lines.ts';
import { LinkButton } from '../../../ui/button.tsx';
import rows from '../../../ui/rows.module.css';
import { addressPath } from '../model/setup-paths.ts';

/** Where the bill goes: it decides the tax, so it stands beside the figures. */
export const AddressRow = ({ address, returnPath }: { address: Address | null; returnPath: string }) => (
  <li className={rows.row}>
    <div>
      <h2 className={rows.name}>
        <Trans>Billing address</Trans>
      </h2>
      <p className={rows.line}>
        {address ? addressInOneLine(address) : <Trans>No address yet. It decides the tax.</Trans>}
      </p>
    </div>
    {!address && (
      <LinkButton size="sm" to={addressPath(returnPath)}>
        <Trans>Add Address</Trans>
      </LinkButton>
    )}
  </li>
);
