import { useLingui } from '@lingui/react/macro';
import { PaymentMethod } from '../../features/billing/components/payment-method.tsx';
import { navigate, useRouteQuery } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { sameSitePath } from '../../lib/same-site-path.ts';
import { useToast } from '../../ui/toast.tsx';

/** `/payments/method?returnPath=` (PM-01): only a path of this portal is returned to. */
export const PaymentMethodPage = () => {
  const { t } = useLingui();
  const toast = useToast();
  const query = useRouteQuery();
  const returnPath = sameSitePath(query.get('returnPath'), paths.payments());
  return (
    <PaymentMethod
      returnPath={returnPath}
      onSaved={() => {
        toast(t`Card saved`);
        navigate(returnPath);
      }}
      onMissingAddress={() => navigate(paths.address({ returnPath: paths.paymentMethod({ returnPath }) }))}
    />
  );
};
