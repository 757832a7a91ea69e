import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/call.ts';
import { checkFailureOf, failureFor } from '../../../lib/failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { accountQuery } from '../../../shared/account/account.ts';
import { advanceClock, type ClockJump, startClock } from '../queries/advance-clock.ts';

const POLL_MS = 500;

/** Time of the account's sandbox clock. Polled while it moves. Only for accounts that have one. */
const clockQuery = queryOptions({
  queryKey: ['clock'],
  queryFn: ({ signal }) => call('GET /api/account/me/clock', {}, { signal }),
  refetchInterval: (query) => (query.state.data?.status === 'advancing' ? POLL_MS : false),
  refetchIntervalInBackground: true,
});

/** State of the account's clock, and the commands that move it. When it stops, all queries are refetched. */
export const useClock = () => {
  const client = useQueryClient();
  const account = useQuery(accountQuery);
  const hasClock = account.data ? account.data.clock !== null : undefined;
  const clock = useQuery({ ...clockQuery, enabled: hasClock === true });
  const status = clock.data?.status;
  const wasMoving = useRef(false);

  useEffect(() => {
    if (wasMoving.current && status !== undefined && status !== 'advancing') {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== clockQuery.queryKey[0] });
    }
    wasMoving.current = status === 'advancing';
  }, [client, status]);

  const advance = useAction(async (jump: ClockJump) => {
    try {
      await advanceClock(jump);
      client.setQueryData(clockQuery.queryKey, (old) => old && { ...old, status: 'advancing' as const });
    } finally {
      await client.invalidateQueries({ queryKey: clockQuery.queryKey });
    }
  });
  const start = useAction(async () => {
    const started = await startClock();
    client.setQueryData(clockQuery.queryKey, started);
    client.setQueryData(accountQuery.queryKey, (old) => old && { ...old, clock: started });
  });

  const failed = [advance.state, start.state].find(({ kind }) => kind === 'failed');

  return {
    now: clock.data?.now ?? null,
    moving: status === 'advancing' || advance.state.kind === 'running',
    failure:
      failed?.kind === 'failed' ? checkFailureOf(failed.error) : status === 'failed' ? failureFor('OTHER') : null,
    /** The account has no sandbox clock. */
    absent: hasClock === false,
    starting: start.state.kind === 'running',
    advance: advance.run,
    start: start.run,
  };
};
