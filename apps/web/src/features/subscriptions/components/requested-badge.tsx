import { Trans } from '@lingui/react/macro';
import { paths } from '../../../lib/paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Link } from '../../../ui/link.tsx';

/** Badge of a plan by agreement that no operator has accepted. */
export const RequestedBadge = () => (
  <Badge tone="accent">
    <Trans>Requested</Trans>
  </Badge>
);

/** An operator accepts no request of an unverified address (S24). */
export const VerifyForRequest = () => (
  <Trans>
    It can begin once your email is verified.{' '}
    <Link href={paths.security()} className="link">
      Verify it now
    </Link>
  </Trans>
);
