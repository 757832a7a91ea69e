import { RedeemCode } from '../../features/coupons/components/redeem-code.tsx';
import { installAddressFor } from '../../features/subscriptions/tiers/tiers-done.ts';
import { navigate } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { familyOf } from '../../shared/catalogue/families.ts';
import { planLosses } from '../plan-losses.tsx';

/** Page `/codes/redeem` (CD-01). */
export const Page = () => (
  <RedeemCode
    installAddress={(product, reason, subId) => installAddressFor(familyOf(product), reason, subId, location.href)}
    losses={planLosses}
    onCancel={() => navigate(paths.home)}
    onMissingAddress={() => navigate(paths.address({ returnPath: paths.redeemCode }))}
  />
);
