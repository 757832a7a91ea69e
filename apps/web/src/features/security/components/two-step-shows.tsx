import { Trans } from '@lingui/react/macro';

/** The row follows the server, so an answer that was lost is told by what it says (SC-05). */
export const twoStepShows = () => <Trans>If it was, this page says so in a moment by itself.</Trans>;
