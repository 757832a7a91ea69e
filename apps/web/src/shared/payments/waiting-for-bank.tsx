import { Trans } from '@lingui/react/macro';

/** Label of a button while its bank challenge is open. The buttons of the challenge are beside it. */
export const WaitingForBank = () => <Trans>Waiting for your bank…</Trans>;
