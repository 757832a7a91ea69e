import type { MaintenanceOptions } from '@foyer/contract/api/maintenance';
import { Trans } from '@lingui/react/macro';
import { config } from '../../../lib/config.ts';
import { familyOf } from '../../../shared/catalogue/families.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

type Reason = Pick<MaintenanceOptions, 'isAtMaxMaintenanceLength' | 'isOutsideMaintenanceRange'>;

const Reason = ({ isAtMaxMaintenanceLength, isOutsideMaintenanceRange }: Reason) => {
  if (isAtMaxMaintenanceLength) return <Trans>Your maintenance reaches as far ahead as it can be extended.</Trans>;
  return isOutsideMaintenanceRange ? (
    <Trans>Your maintenance ended too long ago to be extended here.</Trans>
  ) : (
    <Trans>There is none for your plan at the moment.</Trans>
  );
};

/** Reason why there is no extension to choose, with the contact (MA-02). */
export const NoExtension = ({ product, extensions }: { product: string; extensions: Reason }) => {
  const email = familyOf(product).helpEmail ?? config.contacts.supportEmail;
  return (
    <Notice
      tone="warn"
      title={<Trans>No extension is on offer for this license</Trans>}
      titleAs="h3"
      actions={
        email && (
          <LinkButton size="sm" href={`mailto:${email}`}>
            <Trans>Tell support</Trans>
          </LinkButton>
        )
      }
    >
      <p>
        <Reason {...extensions} /> <Trans>Please tell support if you think this is wrong.</Trans>
      </p>
    </Notice>
  );
};
