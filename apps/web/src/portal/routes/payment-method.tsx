import { t } from '@lingui/core/macro';
import { PaymentMethod } from '../../features/payments/components/payment-method.tsx';
import { navigate, useRouteQuery } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { sameSitePath } from '../../lib/same-site-path.ts';
import { useToast } from '../../ui/toast.tsx';
import { addressStep } from '../address-step.tsx';
import { countryField } from '../country-field.tsx';
import { useIsMounted } from '../use-is-mounted.ts';

/**
 * Page `/payments/method?returnPath=&r=` (PM-01). Returns only to paths of this portal; `r=newuser` is onboarding
 * (PM-05).
 */
export const Page = () => {
  const toast = useToast();
  const query = useRouteQuery();
  const isMounted = useIsMounted();
  const returnPath = sameSitePath(query.get('returnPath'), paths.payments());
  const r = query.get('r') ?? undefined;
  return (
    <PaymentMethod
      countryField={countryField}
      addressStep={addressStep}
      returnPath={returnPath}
      onboarding={r === 'newuser'}
      onSaved={() => {
        toast(t`Card saved`);
        if (isMounted()) navigate(returnPath, { replace: true });
      }}
      onMissingAddress={() =>
        isMounted() && navigate(paths.address({ returnPath: paths.paymentMethod({ returnPath, r }) }))
      }
    />
  );
};
