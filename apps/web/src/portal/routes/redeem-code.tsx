import { RedeemCode } from '../../features/codes/components/redeem-code.tsx';
import { installAddress } from '../../features/subscriptions/scope/scope-done.ts';
import { config } from '../../lib/config.ts';
import { navigate } from '../../lib/hash-location.ts';
import { paths } from '../../lib/paths.ts';

const apps = { install: installAddress(config.links), drive: config.links.driveApp };

/** `/codes/redeem` (CD-01). */
export const RedeemCodePage = () => (
  <RedeemCode
    apps={apps}
    onCancel={() => navigate(paths.home)}
    onMissingAddress={() => navigate(paths.address({ returnPath: paths.redeemCode }))}
  />
);
