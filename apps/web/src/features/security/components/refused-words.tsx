import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Why a button is disabled: the claim is not held (SC-09). */
export const withoutClaim = (may: boolean): ReactNode =>
  may ? null : <Trans>Your account isn't allowed to change this. Whoever manages it can allow it.</Trans>;
