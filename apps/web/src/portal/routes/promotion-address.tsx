import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { AddressView } from '../../features/address/components/address-view.tsx';
import { placeQuery } from '../../features/address/queries/place.ts';
import type { SetupStep } from '../../features/promotions/components/promotion-wizard.tsx';
import { paths } from '../../lib/paths.ts';
import { useToast } from '../../ui/toast.tsx';

/** Address form as a setup step (AD-02). It updates the cached user, from which the wizard derives the next step. */
export const Page = ({ tracker, here }: SetupStep) => {
  const toast = useToast();
  const place = useQuery(placeQuery);
  return (
    <AddressView
      returnPath={here}
      crumb={{ to: paths.home, label: <Trans>Home</Trans> }}
      setup={{ start: { to: paths.home, label: <Trans>Back to My Account</Trans> } }}
      visitorCountry={place.data?.country_code ?? null}
      tracker={tracker}
      onSaved={() => toast(t`Address saved`)}
    />
  );
};
