import { Trans } from '@lingui/react/macro';
import { Badge } from '../../../ui/badge.tsx';
import type { RelationBadge } from './tiered-choice.ts';

/** Label of a plan's relation to the current subscription (SP-06). `tier` is the name of a tier with several plans. */
export const RelationLabel = ({ relation, tier }: { relation: RelationBadge; tier: string }) => {
  switch (relation) {
    case 'prepaid':
      return (
        <Badge>
          <Trans>Prepaid</Trans>
        </Badge>
      );
    case 'trial':
      return (
        <Badge tone="info">
          <Trans>Trial</Trans>
        </Badge>
      );
    case 'professional-trial':
      return (
        <Badge tone="info">
          <Trans>{tier} trial</Trans>
        </Badge>
      );
    case 'tier-trial':
      return (
        <Badge tone="info">
          <Trans>Tier trial</Trans>
        </Badge>
      );
    case 'current':
      return (
        <Badge tone="accent">
          <Trans>Current plan</Trans>
        </Badge>
      );
    case 'current-tier':
      return (
        <Badge tone="accent">
          <Trans>Current tier</Trans>
        </Badge>
      );
  }
};
