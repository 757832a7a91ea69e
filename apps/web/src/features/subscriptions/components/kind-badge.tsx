import { Plural, Trans } from '@lingui/react/macro';
import { Badge } from '../../../ui/badge.tsx';
import type { KindLabel } from '../model/current-plan.ts';

/**
 * Badge of the kind of plan (DR-02): Prepaid with its code, One-time offer, Trial with the days left, Pay-as-you-go,
 * Free.
 */
export const KindBadge = ({ label }: { label: KindLabel }) => {
  switch (label.kind) {
    case 'prepaid':
      return <Badge>{label.code ? <Trans>Prepaid · {label.code}</Trans> : <Trans>Prepaid</Trans>}</Badge>;
    case 'one-time-offer':
      return (
        <Badge>
          <Trans>One-time offer</Trans>
        </Badge>
      );
    case 'trial':
      return (
        <Badge tone="info">
          {label.daysLeft === null ? (
            <Trans>Trial</Trans>
          ) : (
            <Trans>
              Trial · <Plural value={label.daysLeft} one="# day left" other="# days left" />
            </Trans>
          )}
        </Badge>
      );
    case 'pay-as-you-go':
      return (
        <Badge>
          <Trans>Pay-as-you-go</Trans>
        </Badge>
      );
    case 'free':
      return (
        <Badge>
          <Trans>Free</Trans>
        </Badge>
      );
  }
};
