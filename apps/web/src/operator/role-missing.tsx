import type { OperatorCall } from '@foyer/contract/vocabulary/operator-roles';
import { Trans } from '@lingui/react/macro';
import { ShieldAlert } from 'lucide-react';
import { Empty } from '../ui/empty.tsx';
import { roleNamesFor } from './operator.tsx';

/** Shown instead of a page that the roles of the operator do not allow. */
export const RoleMissing = ({ call }: { call: OperatorCall }) => {
  const role = roleNamesFor(call);
  return (
    <Empty icon={ShieldAlert} title={<Trans>This page isn't for you</Trans>}>
      <Trans>Needs the {role} role</Trans>
    </Empty>
  );
};
