import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CallError } from './call-error.ts';
import { useAction } from './use-action.ts';

const failWith = (type: string, status = 0) => Promise.reject(new CallError({ status, type, message: 'x' }));
const comeOnline = () => act(() => void dispatchEvent(new Event('online')));

const fail = async (isOnline: boolean, send: () => Promise<unknown>) => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  const { result } = renderHook(() => useAction(send));
  await act(() => result.current.run());
  expect(result.current.state.kind).toBe('failed');
  onLine.mockRestore();
  return result;
};

test('[SH-12] a call that began offline: its failure ends when the connection is back', async () => {
  const result = await fail(false, () => failWith('OFFLINE'));
  comeOnline();
  expect(result.current.state.kind).toBe('idle');
});

test.each([
  ['whose answer was lost, because it may have been carried out', true, 'OFFLINE', 0],
  ['that the server refused', false, 'FORBIDDEN', 403],
] as const)('[SH-12] the failure of a call %s stays when the connection is back', async (_, isOnline, type, status) => {
  const result = await fail(isOnline, () => failWith(type, status));
  comeOnline();
  expect(result.current.state.kind).toBe('failed');
});
