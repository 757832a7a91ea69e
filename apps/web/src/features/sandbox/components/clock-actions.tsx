import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FastForward, Inbox } from 'lucide';
import { config } from '../../../lib/config.ts';
import { meQuery } from '../../../shared/account/me.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { ClockJump } from '../queries/advance-clock.ts';
import styles from './sandbox-bar.module.css';

const MAILBOX = '/sandbox/mail';

interface ClockActionsProps {
  hasClock: boolean;
  waiting: boolean;
  onJump: (jump: ClockJump) => void;
  onStart: () => void;
}

/** Buttons that move the clock, and a link to the mails that the customer got meanwhile. */
export const ClockActions = ({ hasClock, waiting, onJump, onStart }: ClockActionsProps) => {
  const to = useQuery({ ...meQuery, enabled: false }).data?.user.email;
  return (
    <>
      {hasClock ? (
        <>
          <button type="button" className={styles.button} disabled={waiting} onClick={() => onJump({ by: 'P1D' })}>
            <Trans>+1 day</Trans>
          </button>
          <button type="button" className={styles.button} disabled={waiting} onClick={() => onJump({ by: 'P1M' })}>
            <Trans>+1 month</Trans>
          </button>
          <button
            type="button"
            className={styles.button}
            disabled={waiting}
            onClick={() => onJump({ until: 'next_renewal' })}
          >
            <Icon of={FastForward} size={16} />
            <Trans>To next renewal</Trans>
          </button>
        </>
      ) : (
        <button type="button" className={styles.button} disabled={waiting} onClick={onStart}>
          <Trans>Use a sandbox clock</Trans>
        </button>
      )}
      {config.mailbox && (
        <a
          className={styles.button}
          href={to ? `${MAILBOX}?to=${encodeURIComponent(to)}` : MAILBOX}
          target="_blank"
          rel="noreferrer"
        >
          <Icon of={Inbox} size={16} />
          <Trans>Inbox</Trans>
        </a>
      )}
    </>
  );
};
