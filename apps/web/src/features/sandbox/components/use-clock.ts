import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { advanceClock, startClock } from '../queries/advance-clock.ts';
import { clockQuery } from '../queries/clock.ts';

/** The clock of the account: what it shows, whether it moves, and ways to move it. When it stops, every page asks anew. */
export const useClock = () => {
  const client = useQueryClient();
  const clock = useQuery(clockQuery);
  const status = clock.data?.status;
  const wasMoving = useRef(false);

  useEffect(() => {
    if (wasMoving.current && status !== undefined && status !== 'advancing') {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== clockQuery.queryKey[0] });
    }
    wasMoving.current = status === 'advancing';
  }, [client, status]);

  const reload = () => client.invalidateQueries({ queryKey: clockQuery.queryKey });
  const advance = useMutation({
    mutationFn: advanceClock,
    onSuccess: () => client.setQueryData(clockQuery.queryKey, (old) => old && { ...old, status: 'advancing' as const }),
    onSettled: reload,
  });
  const start = useMutation({
    mutationFn: startClock,
    onSuccess: (state) => client.setQueryData(clockQuery.queryKey, state),
  });

  return {
    now: clock.data?.now ?? null,
    moving: status === 'advancing' || advance.isPending,
    failed: status === 'failed' || (advance.isError && !advance.isPending) || start.isError,
    /** The account runs on real time. */
    absent: clock.error instanceof CallError && clock.error.status === 404,
    starting: start.isPending,
    advance: advance.mutate,
    start: start.mutate,
  };
};
