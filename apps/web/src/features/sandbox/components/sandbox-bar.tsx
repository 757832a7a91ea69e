import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FastForward } from 'lucide';
import { useState } from 'react';
import { pageLanguage } from '../../../lib/page-language.ts';
import { commonWords } from '../../../shared/failures/common-words.tsx';
import { type FailureContext, FailureText, type Words } from '../../../shared/failures/words.tsx';
import { cx } from '../../../ui/cx.ts';
import { formatDateTime } from '../../../ui/date-time.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ClockActions } from './clock-actions.tsx';
import styles from './sandbox-bar.module.css';
import { useClock } from './use-clock.ts';

/** Short weekday, `Thu`. Only the sandbox bar and deadlines show it. */
const formatWeekday = (instant: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(new Date(instant));

const notMoved: Words = { title: <Trans>The clock didn't move. Try again.</Trans> };

/** Texts short enough for the bar. */
const clockFailures: FailureContext = {
  words: {
    OFFLINE: { title: commonWords.OFFLINE.title },
    RATE_LIMITED: { title: commonWords.RATE_LIMITED.next },
    NO_ANSWER: notMoved,
    OTHER: notMoved,
  },
};

/** Bar of the sandbox gateway above all pages: the date of the account, and buttons that move it. */
export const SandboxBar = () => {
  const { now, moving, failure, absent, starting, advance, start } = useClock();
  const [open, setOpen] = useState(false);
  const actions = (
    <ClockActions
      hasClock={!absent}
      waiting={moving || starting || (!absent && !now)}
      onJump={(jump) => advance(jump)}
      onStart={() => start()}
    />
  );

  return (
    <section className={styles.bar} aria-label={t`Sandbox`}>
      <div className={styles.row}>
        <span className={styles.tag}>SANDBOX</span>
        <span className={styles.clock} role="status">
          {moving ? (
            <Trans>Time is moving…</Trans>
          ) : failure ? (
            <FailureText of={failure} context={clockFailures} />
          ) : now ? (
            <Trans>
              <span className={styles.short}>It is </span>
              <b>
                <span className={styles.weekday}>{formatWeekday(now, pageLanguage())}, </span>
                {formatDateTime(now, 'UTC')}
              </b>{' '}
              <span className={styles.long}>for this account</span>
            </Trans>
          ) : (
            absent && <Trans>This account runs on real time.</Trans>
          )}
        </span>
        <div className={styles.actions}>{!open && actions}</div>
        <button
          type="button"
          className={cx(styles.button, styles.toggle)}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Icon of={FastForward} size={16} />
          <Trans>Advance</Trans>
        </button>
      </div>
      {open && <div className={styles.open}>{actions}</div>}
    </section>
  );
};
