import type { OperatorMe } from '@foyer/contract/api/operator';
import { mayCall, type OperatorCall, operatorCalls } from '@foyer/contract/vocabulary/operator-roles';
import { Trans } from '@lingui/react/macro';
import { type ComponentProps, createContext, use, useId } from 'react';
import { Button } from '../ui/button.tsx';
import { joinWithOr, labelFor } from './format.tsx';
import { roleLabels } from './state-labels.ts';

const OperatorContext = createContext<OperatorMe | null>(null);
export const OperatorProvider = OperatorContext.Provider;

/** Returns the signed-in operator. Works only inside the frame of the operator site. */
export const useOperator = (): OperatorMe => {
  const operator = use(OperatorContext);
  if (!operator)
    throw new Error('useOperator: call it only inside the frame of the operator site, with a signed-in operator');
  return operator;
};

export const useMayCall = (call: OperatorCall): boolean => mayCall(useOperator().roles, call);

/** Returns the names of the roles that may make a call. Admins may make every call, so they are named only when no other role may. */
export const roleNamesFor = (call: OperatorCall): string =>
  joinWithOr(operatorCalls[call].map((role) => labelFor(roleLabels, role)));

/** Tells which role the buttons of a call need, when the operator does not have it. */
export const RequiredRole = ({ id, call }: { id?: string; call: OperatorCall }) => {
  const role = roleNamesFor(call);
  if (useMayCall(call)) return null;
  return (
    <span id={id} className="small">
      <Trans>Needs the {role} role</Trans>
    </span>
  );
};

interface CommandButtonProps extends ComponentProps<typeof Button> {
  call: OperatorCall;
  /** Id of the element with the reason, when several buttons share one. Otherwise the reason is beside the button. */
  reasonAt?: string;
}

/** Button of a command. Without the role it is disabled and tells which role it needs (OP-01). */
export const CommandButton = ({ call, reasonAt, onClick, ...rest }: CommandButtonProps) => {
  const own = useId();
  const may = useMayCall(call);
  return (
    <>
      <Button {...rest} {...(may ? { onClick } : { 'aria-disabled': true, 'aria-describedby': reasonAt ?? own })} />
      {!may && !reasonAt && <RequiredRole id={own} call={call} />}
    </>
  );
};
