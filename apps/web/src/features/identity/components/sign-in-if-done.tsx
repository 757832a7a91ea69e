import { Trans } from '@lingui/react/macro';

/**
 * Says how the user can check a change after a lost answer: the new tokens were lost with it, so the session has ended
 * (docs/sessions.md).
 */
export const signInIfDone = () => <Trans>If it was, you have to sign in again.</Trans>;
