import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { AddressView } from '../../features/address/components/address-view.tsx';
import { placeQuery } from '../../features/address/queries/place.ts';
import { nextStep } from '../../features/payments/model/onboarding.ts';
import { navigate, useRouteQuery } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { sameSitePath } from '../../lib/same-site-path.ts';
import { useToast } from '../../ui/toast.tsx';
import { backLink } from '../back-link.tsx';
import { useIsMounted } from '../use-is-mounted.ts';

/**
 * Page `/address?returnPath=` (AD-09). All its links return there if it is a path of this portal; in onboarding the
 * card step comes first (PM-05).
 */
export const Page = () => {
  const toast = useToast();
  const query = useRouteQuery();
  const isMounted = useIsMounted();
  const returnPath = sameSitePath(query.get('returnPath'));
  const isNew = query.get('r') === 'newuser';
  const place = useQuery(placeQuery);
  return (
    <AddressView
      returnPath={returnPath}
      crumb={backLink(returnPath)}
      setup={isNew ? { start: { to: paths.home, label: <Trans>Back to My Account</Trans> } } : null}
      visitorCountry={place.data?.country_code ?? null}
      onSaved={({ country }) => {
        toast(t`Address saved`);
        const asksForCard = isNew && query.get('next') !== 'review' && nextStep('address', country) === 'payment';
        const next = asksForCard ? paths.paymentMethod({ returnPath, r: 'newuser' }) : returnPath;
        if (isMounted()) navigate(next, { replace: true });
      }}
    />
  );
};
