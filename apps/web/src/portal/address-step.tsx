import { Suspense } from 'react';
import { AddressPurpose } from '../shared/address/address-purpose.tsx';
import { CardSkeleton } from '../ui/card-skeleton.tsx';
import { lazyPage } from './lazy-page.tsx';
import type { StepProps } from './routes/card-address.tsx';

// on demand, because only customers without an address need it
const AddressStep = lazyPage<StepProps>(() => import('./routes/card-address.tsx'));

const FORM_PX = 592;

/** Slot of the card page for the address that comes first, which is a part of the address feature (PM-04). */
export const addressStep = {
  purpose: <AddressPurpose />,
  form: (step: StepProps) => (
    <Suspense fallback={<CardSkeleton height={FORM_PX} />}>
      <AddressStep {...step} />
    </Suspense>
  ),
};
