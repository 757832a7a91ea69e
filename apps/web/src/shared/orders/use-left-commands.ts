import type { CommandResult } from '@foyer/contract/api/commands';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import { errorOf } from '../../lib/call-error.ts';
import { checkFailureOf, type Failure } from '../../lib/failure.ts';
import { leftKeys, removeLeftKey } from '../../lib/left-commands.ts';
import { broadcastPurchase } from '../../lib/tab-broadcast.ts';
import type { RetriedQuery } from '../../ui/retry.tsx';
import { refreshAfterPurchase } from './after-purchase.ts';
import { clearOrder, openOrderKey } from './order-key.ts';

/** Commands that were sent before, of which this page does not have the outcome. */
export interface LeftCommands {
  /** The server is asked for the first time. */
  readonly isAsking: boolean;
  readonly running: number;
  /** Results, each with the subject that was stored with its key. */
  readonly done: readonly (CommandResult & { readonly subject: string | undefined })[];
  /** Why the server refused them, each with the same subject. */
  readonly refused: readonly (Failure & { readonly subject: string | undefined })[];
  /** The server has no outcome: nothing was carried out so far. A call that was sent may still arrive. */
  readonly unknown: number;
  /** Asking failed, so the outcome is still unknown. */
  readonly failed: RetriedQuery | null;
}

const ASK_AGAIN_MS = 3000;

/** A call that the server does not know within this number of questions does not arrive any more: two minutes. */
const MOST_QUESTIONS = 40;

/** @param leftKey key, with its subject if one was stored */
const askOutcome = async (leftKey: string) => {
  const [idempotencyKey = '', subject] = leftKey.split(' ');
  const command = await call('GET /api/account/me/commands/:idempotencyKey', { params: { idempotencyKey } });
  if (command.status !== 'refused') return { ...command, subject };
  const error = await errorOf(Response.json(command.body, { status: command.httpStatus }));
  return { status: command.status, failure: { ...checkFailureOf(error), subject } };
};

type Outcome = Awaited<ReturnType<typeof askOutcome>>;

const isDone = (command: Outcome): command is Outcome & { status: 'done' } => command.status === 'done';

/**
 * Asks the server for the outcome of commands whose answer was lost before a reload, or before another form was opened
 * (INV-12). Each outcome is shown once.
 */
export const useLeftCommands = (scope: string): LeftCommands => {
  const client = useQueryClient();
  const [keys] = useState(() => leftKeys(scope));
  const asked = useQuery({
    queryKey: ['left-commands', ...keys],
    queryFn: () => Promise.all(keys.map(askOutcome)),
    enabled: keys.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // a command with a payment waits for the bank, and the account lists it
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.some(
        (command) =>
          (command.status === 'running' && command.attemptId === null) ||
          (command.status === 'unknown' && dataUpdateCount < MOST_QUESTIONS),
      ) && ASK_AGAIN_MS,
  });
  const { data } = asked;
  useEffect(() => {
    for (const [at, key] of keys.entries()) {
      if (!data || data[at]?.status === 'running') continue;
      removeLeftKey(scope, key);
      if (openOrderKey(client) === key) clearOrder(client);
    }
    if (!data?.some(isDone)) return;
    void refreshAfterPurchase(client);
    broadcastPurchase();
  }, [client, scope, keys, data]);
  const count = (status: Outcome['status']) => data?.filter((command) => command.status === status).length ?? 0;
  return {
    isAsking: asked.isLoading && asked.errorUpdateCount === 0,
    running: count('running'),
    done: data?.filter(isDone) ?? [],
    refused: data?.flatMap((command) => (command.status === 'refused' ? [command.failure] : [])) ?? [],
    unknown: count('unknown'),
    failed: asked.isError || (asked.isLoading && asked.errorUpdateCount > 0) ? asked : null,
  };
};
