import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { mustBe8OrMore, required } from '../../ui/field-messages.tsx';
import type { newPasswordFault } from './new-password-fault.ts';

/** Error text of a fault in a new password (SC-03, SC-12). */
export const newPasswordError = (fault: ReturnType<typeof newPasswordFault>): ReactNode => {
  switch (fault) {
    case 'required':
      return required();
    case 'short':
      return mustBe8OrMore();
    case 'long':
      return <Trans>This password is too long. Choose a shorter one.</Trans>;
    default:
      return null;
  }
};
