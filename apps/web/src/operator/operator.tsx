import type { OperatorMe } from '@foyer/contract/api/operator';
import { mayCall, type OperatorCall, operatorCalls } from '@foyer/contract/vocabulary/operator-roles';
import { Trans } from '@lingui/react/macro';
import { type ComponentProps, createContext, use, useId } from 'react';
import { Button } from '../ui/button.tsx';
import styles from './operator-site.module.css';
import { roleWords } from './state-words.ts';
import { inWords, oneOf } from './words.tsx';

const OperatorContext = createContext<OperatorMe | null>(null);
export const OperatorProvider = OperatorContext.Provider;

/** Who is signed in; only inside the console's frame. */
export const useOperator = (): OperatorMe => {
  const operator = use(OperatorContext);
  if (!operator)
    throw new Error('useOperator: call it only inside the frame of the console, with a signed-in operator');
  return operator;
};

export const useMay = (call: OperatorCall): boolean => mayCall(useOperator().roles, call);

/** Which role would be let through, in words: an admin always is, so it is named only where no other is. */
export const rolesFor = (call: OperatorCall): string =>
  oneOf(operatorCalls[call].map((role) => inWords(roleWords, role)));

/** Why the buttons of a call are off for this operator; nothing where they are not. */
export const NeedsRole = ({ id, call }: { id?: string; call: OperatorCall }) => {
  const role = rolesFor(call);
  if (useMay(call)) return null;
  return (
    <span id={id} className={styles.needs}>
      <Trans>Needs the {role} role</Trans>
    </span>
  );
};

interface ActButtonProps extends ComponentProps<typeof Button> {
  call: OperatorCall;
  /** Where the reason stands when many buttons share it; otherwise it stands beside the button. */
  reasonAt?: string;
}

/** A button of a command. Without the role it stays where it is, does nothing and says which role it needs (OP-01). */
export const ActButton = ({ call, reasonAt, onClick, ...rest }: ActButtonProps) => {
  const own = useId();
  const may = useMay(call);
  return (
    <>
      <Button {...rest} {...(may ? { onClick } : { 'aria-disabled': true, 'aria-describedby': reasonAt ?? own })} />
      {!may && !reasonAt && <NeedsRole id={own} call={call} />}
    </>
  );
};
