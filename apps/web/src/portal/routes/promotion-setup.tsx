import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AddressView } from '../../features/address/components/address-view.tsx';
import { PaymentMethod } from '../../features/billing/components/payment-method.tsx';
import { placeQuery } from '../../features/consent/queries/place.ts';
import type { SetupStep } from '../../features/promotions/components/promotion-wizard.tsx';
import { navigate } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { accountQuery } from '../../lib/queries/account.ts';
import { useToast } from '../../ui/toast.tsx';

/**
 * The steps that somebody new needs before the review: the address (AD-02), then the card (PM-05). Each ends with what it
 * saved, and the wizard sees by that where to go on.
 */
export const Page = ({ step, tracker, here }: SetupStep) => {
  const { t } = useLingui();
  const toast = useToast();
  const client = useQueryClient();
  const place = useQuery(placeQuery);
  return step === 'address' ? (
    <AddressView
      returnPath={here}
      crumb={{ to: paths.home, label: <Trans>Home</Trans> }}
      setup={{ start: { to: paths.home, label: <Trans>Back to My Account</Trans> } }}
      visitorCountry={place.data?.country_code ?? null}
      tracker={tracker}
      onSaved={() => toast(t`Address saved`)}
    />
  ) : (
    <PaymentMethod
      returnPath={here}
      onboarding
      tracker={tracker}
      onSaved={() => {
        toast(t`Card saved`);
        void client.invalidateQueries({ queryKey: accountQuery.queryKey });
      }}
      onMissingAddress={() => navigate(paths.address({ returnPath: here, r: 'newuser' }))}
    />
  );
};
