import { Trans } from '@lingui/react/macro';
import { call } from '../../lib/call.ts';
import { checkFailureOf } from '../../lib/failure.ts';
import { currentPlace } from '../../lib/hash-location.ts';
import { redirect } from '../../lib/redirect.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { accountWords } from './account-words.tsx';
import { FailureText, type WordTable } from './words.tsx';

const unreachable = { title: <Trans>The sign-in service can't be reached just now. Try again.</Trans> };
const words: WordTable = { ...accountWords, NO_ANSWER: unreachable, OTHER: unreachable };

/** Button that proves the identity at an external provider and returns to this page (SC-02, SE-11). */
export const SignInAgain = () => {
  const { state, run } = useAction(async () => {
    const { address } = await call('POST /api/auth/me/step-up', { body: { to: currentPlace() } });
    if (!address) return;
    redirect.to(address);
    await new Promise<never>(() => {}); // stays pending, because the page is being left
  });
  return (
    <>
      <Button size="sm" onClick={() => void run()} busy={state.kind === 'running'} busyLabel={<Trans>Leaving…</Trans>}>
        <Trans>Sign in again</Trans>
      </Button>
      {state.kind === 'failed' && <FailureText of={checkFailureOf(state.error)} context={{ words }} />}
    </>
  );
};
