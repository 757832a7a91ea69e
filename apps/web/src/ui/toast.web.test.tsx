import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ToastProvider, useToast } from './toast.tsx';

let show: (text: string | null) => void;
const Page = () => {
  show = useToast();
  return null;
};

beforeEach(() => {
  vi.useFakeTimers();
});

const advanceTimers = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('[F3] each toast is shown for its own five seconds, whatever comes after it', async () => {
  render(
    <ToastProvider>
      <Page />
    </ToastProvider>,
  );
  act(() => show('Card saved'));
  await vi.waitFor(() => expect(screen.queryByText('Card saved')).not.toBeNull());
  await advanceTimers(3_000);
  act(() => show('Address saved'));
  await advanceTimers(2_000);
  expect(screen.queryByText('Card saved')).toBeNull();
  expect(screen.queryByText('Address saved')).not.toBeNull();
  await advanceTimers(3_000);
  expect(screen.queryByText('Address saved')).toBeNull();
});

test('[F3] a result closes the toasts of earlier steps', async () => {
  render(
    <ToastProvider>
      <Page />
    </ToastProvider>,
  );
  act(() => show('Card saved'));
  await vi.waitFor(() => expect(screen.queryByText('Card saved')).not.toBeNull());
  act(() => show(null));
  expect(screen.queryByText('Card saved')).toBeNull();
});
