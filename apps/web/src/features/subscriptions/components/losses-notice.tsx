import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DateText } from '../../../ui/date.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Losses } from '../model/losses.ts';
import styles from './losses-notice.module.css';

interface LossesNoticeProps {
  losses: Losses;
  /** Time of the change when it waits for the end of the paid period (D2). */
  scheduledFor: string | null | undefined;
  /** Further items of the list. */
  children?: ReactNode;
}

/** Lists the losses of a downgrade before it is confirmed. */
export const LossesNotice = ({
  losses: { storage, keys, sharing, packages, less, features },
  scheduledFor,
  children,
}: LossesNoticeProps) => (
  <Notice
    tone="warn"
    title={
      scheduledFor ? (
        <Trans>
          From <DateText instant={scheduledFor} /> you'll have less
        </Trans>
      ) : (
        <Trans>You'll get less than you have now</Trans>
      )
    }
  >
    <ul className={styles.list}>
      {storage && (
        <li>
          <Trans>
            Storage: {storage.to} instead of {storage.from}
          </Trans>
        </li>
      )}
      {keys && (
        <li>
          {keys.from === null ? (
            <Trans>Device Access Keys: {keys.to} instead of as many as you need</Trans>
          ) : (
            <Trans>
              Device Access Keys: {keys.to} instead of {keys.from}
            </Trans>
          )}
        </li>
      )}
      {sharing && (
        <li>
          <Trans>Sharing: no longer {sharing}</Trans>
        </li>
      )}
      {packages.length > 0 && (
        <li>
          <Trans>Packages you lose: {packages.join(', ')}</Trans>
        </li>
      )}
      {less.map(({ from, to }) => (
        <li key={from}>
          <Trans>
            {to} (now: {from})
          </Trans>
        </li>
      ))}
      {features.length > 0 && (
        <li>
          <Trans>Features you lose: {features.join(', ')}</Trans>
        </li>
      )}
      {children}
    </ul>
  </Notice>
);
