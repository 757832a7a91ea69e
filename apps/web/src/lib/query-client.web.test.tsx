import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { makeQueryClient } from './query-client.ts';

test('[SH-12] a failed query runs again when the connection is back', async () => {
  let online = false;
  const Value = () => {
    const { data, isError } = useQuery({
      queryKey: ['value'],
      queryFn: async () => (online ? 'there' : Promise.reject(new Error('offline'))),
      retry: false,
    });
    return <p>{data ?? (isError && 'missing')}</p>;
  };
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Value />
    </QueryClientProvider>,
  );
  await screen.findByText('missing');
  dispatchEvent(new Event('offline'));
  online = true;
  dispatchEvent(new Event('online'));
  expect(await screen.findByText('there')).toBeDefined();
});
