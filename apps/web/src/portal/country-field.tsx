import { Suspense } from 'react';
import type { CountryFieldProps } from '../features/address/components/country-field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { lazyPage } from './lazy-page.tsx';

// on demand, because only customers without an address need the list of countries
const CountryField = lazyPage<CountryFieldProps>(() =>
  import('../features/address/components/country-field.tsx').then(({ CountryField: Page }) => ({ Page })),
);

const FIELD_PX = 66;

/** Slot of the card page for the country, which is a part of the address feature (PM-01). */
export const countryField = (field: CountryFieldProps) => (
  <Suspense fallback={<Skeleton height={FIELD_PX} radius={8} />}>
    <CountryField {...field} />
  </Suspense>
);
