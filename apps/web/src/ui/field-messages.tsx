import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/**
 * Field messages of all forms, in the words of the product specification (SC-12). They are functions, so that a form writes
 * `error={required()}` and no message exists twice.
 */
export const required = (): ReactNode => <Trans>Required</Trans>;
export const mustBeEmail = (): ReactNode => <Trans>Must be a valid email</Trans>;
export const mustBeNumber = (): ReactNode => <Trans>Must be a number</Trans>;
export const mustBe8OrFewer = (): ReactNode => <Trans>Must be 8 or fewer characters</Trans>;
export const mustBe8OrMore = (): ReactNode => <Trans>Must be 8 or more characters</Trans>;
export const mustMatchPassword = (): ReactNode => <Trans>Must match Password above</Trans>;
export const mustMatchEmail = (): ReactNode => <Trans>Must match Email above</Trans>;

/** Rules of a new password, shown under its field before any error (SC-03). */
export const passwordHint = (): ReactNode => <Trans>Passwords must be 8+ letters or numbers.</Trans>;
