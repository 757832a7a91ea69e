import { RedeemCode } from '../../features/codes/components/redeem-code.tsx';
import { installAddressFor } from '../../features/subscriptions/tiers/tiers-done.ts';
import { familyOf } from '../../lib/families.ts';
import { navigate } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
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
