import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { PaymentMethod } from '../../features/payments/components/payment-method.tsx';
import type { SetupStep } from '../../features/promotions/components/promotion-wizard.tsx';
import { navigate } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { accountQuery } from '../../shared/account/account.ts';
import { useToast } from '../../ui/toast.tsx';
import { addressStep } from '../address-step.tsx';
import { countryField } from '../country-field.tsx';

/** Card form as a setup step (PM-05). It updates the cached account, from which the wizard derives the next step. */
export const Page = ({ tracker, here }: SetupStep) => {
  const toast = useToast();
  const client = useQueryClient();
  return (
    <PaymentMethod
      countryField={countryField}
      addressStep={addressStep}
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
