import type { Me } from '@foyer/contract/api/auth';
import { Trans } from '@lingui/react/macro';
import { Check, TriangleAlert } from 'lucide';
import { Badge } from '../../../ui/badge.tsx';

/** Email address that signs in, and whether it is verified. */
export const EmailValue = ({ user }: { user: Pick<Me['user'], 'email' | 'emailVerified'> }) => (
  <>
    <span>{user.email}</span>
    {user.emailVerified ? (
      <Badge tone="ok" icon={Check}>
        <Trans>Verified</Trans>
      </Badge>
    ) : (
      <Badge tone="warn" icon={TriangleAlert}>
        <Trans>Not verified</Trans>
      </Badge>
    )}
  </>
);
