import type { CallInput } from '@foyer/contract/api/routes';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { failureOf } from '../lib/failure.ts';
import { useAction } from '../lib/use-action.ts';
import { signInWords } from '../shared/failures/sign-in-words.tsx';
import { CodeField } from '../shared/identity/code-field.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { required } from '../ui/field-messages.tsx';
import { signInFailures } from './failures.tsx';
import { Frame } from './frame.tsx';
import { FailureNote } from './note.tsx';
import { askForPasskey, canUsePasskeys } from './passkey.ts';
import styles from './sign-in.module.css';

export type StepProof = Pick<CallInput<'POST /api/auth/sessions'>['body'], 'code' | 'recoveryCode' | 'passkey'>;

type SecondStepMethod = 'totp' | 'passkey' | 'recovery';

const methodHint = (way: SecondStepMethod): ReactNode => {
  switch (way) {
    case 'totp':
      return <Trans>Enter the code from your authenticator app</Trans>;
    case 'passkey':
      return <Trans>Use a passkey of your account</Trans>;
    case 'recovery':
      return <Trans>Enter one of the recovery codes you kept. Each works once</Trans>;
  }
};

const methodLabel = (way: SecondStepMethod): ReactNode => {
  switch (way) {
    case 'totp':
      return <Trans>Use a one-time code instead</Trans>;
    case 'passkey':
      return <Trans>Use a passkey instead</Trans>;
    case 'recovery':
      return <Trans>Use a recovery code instead</Trans>;
  }
};

interface SecondStepProps {
  /** Second-step methods of the account, from the server. */
  methods: readonly string[];
  /** Signs in with the entered password and this proof. */
  prove: (proof: StepProof) => Promise<unknown>;
  onBack: () => void;
}

interface ProofProps extends Omit<SecondStepProps, 'methods'> {
  way: SecondStepMethod;
  /** Buttons for the other methods. */
  others: (busy: boolean) => ReactNode;
}

/** Page of one method. Each method has a separate form, so that switching drops the error of the previous one. */
const ProofPage = ({ way, prove, others, onBack }: ProofProps) => {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<ReactNode>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const { state, run } = useAction(async (proof: StepProof | null) => {
    try {
      await prove(proof ?? { passkey: await askForPasskey() });
    } catch (error) {
      if (failureOf(error).reason !== 'CODE_NOT_VALID') throw error;
      setProblem(
        way === 'recovery' ? (
          <Trans>This code isn't right, or it was used before.</Trans>
        ) : (
          signInWords.CODE_NOT_VALID.title
        ),
      );
      input.current?.select(); // the next code replaces this one
    }
  });

  const busy = state.kind === 'running';
  const type = (text: string) => {
    setTyped(text);
    setProblem(null);
  };
  const send = (text: string) => {
    if (busy) return;
    if (way === 'passkey') return void run(null);
    if (text.trim()) return void run(way === 'totp' ? { code: text } : { recoveryCode: text.trim() });
    setProblem(required());
    input.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(typed);
  };

  return (
    <Frame
      tab={t`Sign in`}
      title={<Trans>Confirm that it's you</Trans>}
      about={methodHint(way)}
      message={state.kind === 'failed' && <FailureNote error={state.error} context={signInFailures} />}
      arrived={way === 'passkey'} // the other methods have a field, which takes the focus
      below={
        <button type="button" className="link" onClick={onBack}>
          <Trans>Back to sign in</Trans>
        </button>
      }
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        {way === 'totp' && (
          <CodeField
            ref={input}
            label={<Trans>One-time code</Trans>}
            value={typed}
            onValue={type}
            onComplete={send}
            error={problem}
          />
        )}
        {way === 'recovery' && (
          <TextField
            ref={input}
            label={<Trans>Recovery code</Trans>}
            value={typed}
            onChange={(event) => type(event.target.value)}
            error={problem}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
          />
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          full
          busy={busy}
          busyLabel={way === 'passkey' ? <Trans>Waiting for your passkey…</Trans> : <Trans>Signing in…</Trans>}
        >
          {way === 'passkey' ? <Trans>Use your passkey</Trans> : <Trans>Sign in</Trans>}
        </Button>
        {others(busy)}
      </form>
    </Frame>
  );
};

/** Second step of the sign-in: a code of the authenticator app, a passkey or a recovery code (SE-11, SC-05, BY-01). */
export const SecondStep = ({ methods, prove, onBack }: SecondStepProps) => {
  const usable = (['totp', 'passkey', 'recovery'] as const).filter(
    (way) => methods.includes(way) && (way !== 'passkey' || canUsePasskeys()),
  );
  const [way, setWay] = useState<SecondStepMethod>(usable[0] ?? 'totp');
  const others = usable.filter((other) => other !== way);
  return (
    <ProofPage
      key={way}
      way={way}
      prove={prove}
      onBack={onBack}
      others={(busy) =>
        others.length > 0 && (
          <div className={styles.others}>
            {others.map((other) => (
              <Button key={other} variant="quiet" full onClick={() => busy || setWay(other)}>
                {methodLabel(other)}
              </Button>
            ))}
          </div>
        )
      }
    />
  );
};
