import { type ReactNode, Suspense } from 'react';
import type { CouponState } from '../shared/coupons/use-coupon.ts';
import { lazyPage } from './lazy-page.tsx';

// on demand, because most orders have no coupon
const Field = lazyPage<CouponState>(() =>
  import('../features/coupons/components/coupon-field.tsx').then(({ CouponField: Page }) => ({ Page })),
);

/**
 * Coupon field for the pages where a plan is bought (CD-05). Features import no other feature, so the routes pass this
 * in.
 */
export const couponField = (state: CouponState): ReactNode => (
  <Suspense>
    <Field {...state} />
  </Suspense>
);
