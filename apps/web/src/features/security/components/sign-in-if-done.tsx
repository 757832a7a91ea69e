import { Trans } from '@lingui/react/macro';

/** How to tell that a change was made whose answer was lost: the new tokens of this session were lost with it (docs/sessions.md). */
export const signInIfDone = () => <Trans>If it was, you have to sign in again.</Trans>;
