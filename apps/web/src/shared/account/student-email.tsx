import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';
import { meQuery } from './me.ts';

interface StudentEmailProps {
  /** Required ending of the email address: `.edu`. */
  suffix: string;
}

/** Reason why a student plan was refused (IO-01). */
export const StudentEmailNeeded = ({ suffix }: StudentEmailProps) => (
  <Trans>The student plan needs a verified {suffix} email</Trans>
);

/**
 * Next step of a customer without an eligible student address: verify the address, or change it. Refetches the user
 * first, because the cached user may be outdated; until then it renders nothing.
 */
export const StudentEmail = ({ suffix }: StudentEmailProps) => {
  const { data, isFetchedAfterMount } = useQuery({ ...meQuery, refetchOnMount: 'always' });
  if (!isFetchedAfterMount) return null;
  const user = data?.user;
  return user && !user.emailVerified && user.email.toLowerCase().endsWith(suffix) ? (
    <Trans>
      Yours isn't verified yet.{' '}
      <Link href={paths.security()} className="link">
        Verify it now
      </Link>
      .
    </Trans>
  ) : (
    <Trans>
      <Link href={paths.security({ active: 'email' })} className="link">
        Change your email
      </Link>{' '}
      on the security page first.
    </Trans>
  );
};
