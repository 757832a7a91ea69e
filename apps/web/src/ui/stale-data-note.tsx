import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { offlineText } from '../lib/offline-text.ts';
import { pageLanguage } from '../lib/page-language.ts';

interface StaleDataNoteProps {
  of: Pick<UseQueryResult, 'isRefetchError' | 'dataUpdatedAt' | 'refetch'>;
}

/** Says that the shown data could not be refreshed, why if offline, and its date and time. Offers a retry. */
export const StaleDataNote = ({ of: { isRefetchError, dataUpdatedAt, refetch } }: StaleDataNoteProps) => {
  if (!isRefetchError) return null;
  const time = new Date(dataUpdatedAt).toLocaleString(pageLanguage(), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <span className="muted" role="status">
      {offlineText()?.concat(' ')}
      <Trans>As of {time}.</Trans>{' '}
      <button type="button" className="link" onClick={() => refetch()}>
        <Trans>Try again</Trans>
      </button>
    </span>
  );
};
