import { RedeemCode } from '../../features/codes/components/redeem-code.tsx';
import type { Apps } from '../../features/codes/components/redeemed-view.tsx';
import { installAddressFor } from '../../features/subscriptions/scope/scope-done.ts';
import { config } from '../../lib/config.ts';
import { navigate } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';
import { planLosses } from '../plan-losses.tsx';

const apps: Apps = {
  install: (reason, subId) => installAddressFor(config.links, reason, subId, location.href),
  drive: config.links.driveApp,
};

/** Page `/codes/redeem` (CD-01). */
export const Page = () => (
  <RedeemCode
    apps={apps}
    losses={planLosses}
    onCancel={() => navigate(paths.home)}
    onMissingAddress={() => navigate(paths.address({ returnPath: paths.redeemCode }))}
  />
);
