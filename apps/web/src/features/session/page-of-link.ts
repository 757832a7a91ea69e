import type { UsedPortalLink } from '@foyer/contract/api/portal-links';
import { config } from '../../lib/config.ts';
import { paths } from '../../lib/paths.ts';

/** Page of the portal for a task. A metered family has one page for all its subscriptions. */
export const pageOfLink = ({
  task,
  family,
  subscriptionId,
}: Pick<UsedPortalLink, 'task' | 'family' | 'subscriptionId'>): string => {
  switch (task) {
    case 'payments':
      return paths.payments();
    case 'payment_method':
      return paths.paymentMethod({ returnPath: paths.payments() });
    case 'address':
      return paths.address();
    case 'redeem':
      return paths.redeemCode;
    case 'security':
      return paths.security();
    case 'plans':
    case 'cancel': {
      const shown = config.families.find(({ key }) => key === family);
      if (!shown) return paths.home;
      return paths.subscription(shown.key, shown.kind === 'metered' ? {} : { subId: subscriptionId ?? undefined });
    }
    default:
      return paths.home;
  }
};
