import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import type { RelationBadge } from './tiered-choice.ts';

const textOf: Record<Exclude<RelationBadge, 'professional-trial'>, ReactNode> = {
  prepaid: <Trans>Prepaid</Trans>,
  trial: <Trans>Trial</Trans>,
  'tier-trial': <Trans>Tier trial</Trans>,
  current: <Trans>Current plan</Trans>,
  'current-tier': <Trans>Current tier</Trans>,
};

const toneOf = (relation: RelationBadge) => {
  if (relation === 'prepaid') return 'plain';
  return relation.endsWith('trial') ? 'info' : 'accent';
};

/** Label of a plan's relation to the current subscription (SP-06). `tier` is the name of a tier with several plans. */
export const RelationLabel = ({ relation, tier }: { relation: RelationBadge; tier: string }) => (
  <Badge tone={toneOf(relation)}>
    {relation === 'professional-trial' ? <Trans>{tier} trial</Trans> : textOf[relation]}
  </Badge>
);
