import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { AddressStep } from '../../features/address/components/address-view.tsx';
import { placeQuery } from '../../features/address/queries/place.ts';
import { paths } from '../../lib/paths.ts';
import { meQuery } from '../../shared/account/me.ts';

export interface StepProps {
  returnPath: string;
  onboarding: boolean;
  onSaved: () => void;
}

/** Form of the address that a card needs first (PM-04). */
export const Page = ({ returnPath, onboarding, onSaved }: StepProps) => {
  const place = useQuery(placeQuery);
  const user = useQuery(meQuery).data?.user;
  return (
    user && (
      <AddressStep
        user={user}
        visitorCountry={place.data?.country_code ?? null}
        returnPath={returnPath}
        setup={onboarding ? { start: { to: paths.home, label: <Trans>Back to My Account</Trans> } } : null}
        submitLabel={<Trans>Continue</Trans>}
        onSaved={onSaved}
      />
    )
  );
};
