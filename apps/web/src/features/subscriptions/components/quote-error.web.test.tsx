import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CallError } from '../../../lib/call-error.ts';
import { QuoteError } from './quote-error.tsx';

test('[SU-08] a cost that was loaded too often says how long to wait', async () => {
  const error = new CallError({ status: 429, type: 'RATE_LIMITED', message: 'm', retryAfter: 600 });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <QuoteError error={error} busy={false} onRetry={vi.fn()} onCancel={vi.fn()} kind="tiers" />
    </QueryClientProvider>,
  );
  expect(
    await screen.findByText(/^Too many tries\. Try again in 10 minutes\. Loading it charges nothing\./),
  ).toBeDefined();
});
