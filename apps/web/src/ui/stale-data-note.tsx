import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';

interface StaleDataNoteProps {
  of: Pick<UseQueryResult, 'isRefetchError' | 'dataUpdatedAt' | 'refetch'>;
}

/** Beside what stays on the screen although it could not be asked for again: from when it is, with the day, for a tab of yesterday, and a way to ask. */
export const StaleDataNote = ({ of: { isRefetchError, dataUpdatedAt, refetch } }: StaleDataNoteProps) => {
  const { i18n } = useLingui();
  if (!isRefetchError) return null;
  const time = i18n.date(new Date(dataUpdatedAt), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <span className="muted" role="status">
      <Trans>As of {time}.</Trans>{' '}
      <button type="button" className="link" onClick={() => refetch()}>
        <Trans>Try again</Trans>
      </button>
    </span>
  );
};
