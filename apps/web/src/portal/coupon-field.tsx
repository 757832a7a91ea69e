import { type ReactNode, Suspense } from 'react';
import type { CouponState } from '../lib/queries/use-coupon.ts';
import { lazyPage } from './lazy-page.tsx';
import { loadOfferTexts } from './texts.ts';

// most orders have no coupon, and the words are those of codes
const Field = lazyPage<CouponState>(
  () => import('../features/codes/components/coupon-field.tsx').then(({ CouponField: Page }) => ({ Page })),
  loadOfferTexts,
);

/** "Have a coupon?" for the pages where a plan is bought (CD-05): features know no other feature, so the page puts it in. */
export const couponField = (state: CouponState): ReactNode => (
  <Suspense>
    <Field {...state} />
  </Suspense>
);
