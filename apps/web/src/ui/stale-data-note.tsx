import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';

interface StaleDataNoteProps {
  of: Pick<UseQueryResult, 'isRefetchError' | 'dataUpdatedAt' | 'refetch'>;
}

/** Says that the shown data could not be refreshed, with the date and time it is from, and offers a retry. */
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
