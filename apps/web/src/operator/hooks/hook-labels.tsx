import type { OperatorHook } from '@foyer/contract/api/operator-hooks';
import { t } from '@lingui/core/macro';
import { Badge } from '../../ui/badge.tsx';
import { labelFor } from '../format.tsx';

/** Labels of the types of messages. Operators also see the type itself, as the product gets it. */
export const typeLabels: Readonly<Record<OperatorHook['type'], string>> = {
  'entitlement.changed': t`Entitlements changed`,
  'webhook.test': t`Test`,
};

export const statusLabels: Readonly<Record<OperatorHook['status'], string>> = {
  waiting: t`Waiting`,
  delivered: t`Delivered`,
  failed: t`Given up`,
};

const tones = { waiting: 'warn', delivered: 'ok', failed: 'bad' } as const;

export const HookStatus = ({ status }: Pick<OperatorHook, 'status'>) => (
  <Badge tone={tones[status]}>{statusLabels[status]}</Badge>
);

/** Labels of failures without a status. Others are codes of the network, such as ECONNREFUSED. */
const errorLabels: Readonly<Record<string, string>> = {
  timeout: t`No answer in time`,
  network: t`No connection`,
  no_endpoint: t`The product has no endpoint`,
};

interface AnswerProps {
  httpStatus: number | null;
  error: string | null;
}

/** Result of an attempt: the status of the answer, or why there is none. */
export const HookAnswer = ({ httpStatus, error }: AnswerProps) => {
  if (error !== null) return Object.hasOwn(errorLabels, error) ? labelFor(errorLabels, error) : error;
  return httpStatus === null ? null : `HTTP ${httpStatus}`;
};
