import { Trans } from '@lingui/react/macro';

/** Effects that several kinds of commands share. Apart from the tables, so that no page loads them before a failure. */

/** Effect and next step of a change of settings or of a plan while its outcome is unknown. */
export const maybeSaved = <Trans>We don't know if it was saved. Check again in a moment.</Trans>;

/** Effect of a refused card. */
export const cardNotSaved = <Trans>Your card wasn't saved.</Trans>;
