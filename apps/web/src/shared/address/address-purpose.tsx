import { Trans } from '@lingui/react/macro';
import { config } from '../../lib/config.ts';

/** Says what the address is for. Only products with export control need export checks (EX-01). */
export const AddressPurpose = () =>
  config.families.some(({ exportControl }) => exportControl) ? (
    <Trans>We use your address for tax, receipts and export checks.</Trans>
  ) : (
    <Trans>We use your address for tax and receipts.</Trans>
  );
