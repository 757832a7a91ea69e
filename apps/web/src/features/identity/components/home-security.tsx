import type { Me } from '@foyer/contract/api/auth';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { config } from '../../../lib/config.ts';
import { paths } from '../../../lib/paths.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardSkeleton } from '../../../ui/card-skeleton.tsx';
import { DateText } from '../../../ui/date.tsx';
import { Link } from '../../../ui/link.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import styles from './home-security.module.css';

/** True with our own sign-in. With an external provider there are no rows for password and second step (SE-11). */
const isOwn = config.signIn === 'own';
const ROWS_PX = isOwn ? 183 : 61;

const Row = ({ name, line, to, children }: { name: ReactNode; line: ReactNode; to: string; children: ReactNode }) => (
  <li className={styles.row}>
    <div className="grow">
      <h3 className="strong">{name}</h3>
      <p className={styles.line}>{line}</p>
    </div>
    <LinkButton size="sm" to={to}>
      {children}
    </LinkButton>
  </li>
);

const Rows = ({ user }: Pick<Me, 'user'>) => (
  <Card as="ul" clip>
    <Row
      name={<Trans>Email</Trans>}
      line={
        user.emailVerified ? (
          user.email
        ) : (
          <Trans>
            {user.email} · <b>Not verified</b>
          </Trans>
        )
      }
      to={user.emailVerified ? paths.security({ active: 'email' }) : paths.security()}
    >
      {user.emailVerified ? <Trans>Change</Trans> : <Trans>Verify</Trans>}{' '}
      <span className="sr">
        <Trans>email</Trans>
      </span>
    </Row>
    {isOwn && (
      <>
        <Row
          name={<Trans>Password</Trans>}
          line={
            user.passwordChangedOn ? (
              <Trans>
                Changed <DateText instant={user.passwordChangedOn} />
              </Trans>
            ) : (
              <Trans>Not changed yet</Trans>
            )
          }
          to={paths.security({ active: 'password' })}
        >
          <Trans>Change</Trans>{' '}
          <span className="sr">
            <Trans>password</Trans>
          </span>
        </Row>
        <Row
          name={<Trans>Two-step authentication</Trans>}
          line={user.isMfaEnabled ? <Trans>On</Trans> : <Trans>Off</Trans>}
          to={user.isMfaEnabled ? paths.security() : paths.security({ active: 'mfa' })}
        >
          {user.isMfaEnabled ? <Trans>Manage</Trans> : <Trans>Set up</Trans>}{' '}
          <span className="sr">
            <Trans>two-step authentication</Trans>
          </span>
        </Row>
      </>
    )}
  </Card>
);

const Loaded = () => {
  const me = useQuery(meQuery);
  if (me.data) return <Rows user={me.data.user} />;
  if (me.isPending)
    return (
      <Card>
        <CardSkeleton height={ROWS_PX} />
      </Card>
    );
  return (
    <Retry title={<Trans>We're having trouble retrieving your settings.</Trans>} of={me}>
      <Trans>Nothing changed; only this part didn't load.</Trans>
    </Retry>
  );
};

/**
 * Summary of the sign-in on Home with links to the editors (HO-05). A brand without the tab has no other link to the page (SH-07).
 */
export const HomeSecurity = () => (
  <section aria-labelledby="security">
    <SectionHead
      id="security"
      aside={
        <Link href={paths.security()} className={`link touch ${styles.all}`}>
          <Trans>All settings</Trans>
        </Link>
      }
    >
      <Trans>Security</Trans>
    </SectionHead>
    <Loaded />
  </section>
);
