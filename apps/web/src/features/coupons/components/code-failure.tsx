import { Trans } from '@lingui/react/macro';
import type { Failure } from '../../../lib/failure.ts';
import { FailureNotice } from '../../../shared/failures/failure-notice.tsx';
import { type CodeFacts, codeFailures } from '../../../shared/failures/purchase-words.tsx';
import { Button } from '../../../ui/button.tsx';

interface CodeFailureProps extends CodeFacts {
  failure: Failure;
  /** The failure follows a click. */
  caused: boolean;
  /** Opens the address form; the typed codes are stored meanwhile. */
  onAddress: () => void;
}

/** Notice why a code was refused, with the next step. */
export const CodeFailure = ({ failure, caused, onAddress, ...facts }: CodeFailureProps) => (
  <FailureNotice
    of={failure}
    context={codeFailures(facts)}
    caused={caused}
    actions={
      failure.reason === 'MISSING_ADDRESS' && (
        <Button size="sm" variant="primary" onClick={onAddress}>
          <Trans>Add Address</Trans>
        </Button>
      )
    }
  />
);
