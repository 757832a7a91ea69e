import type { CommandStatus } from '@foyer/contract/api/commands';
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answer, offlineHandler } from '../testing/handlers.ts';
import { server } from '../testing/server.ts';
import { signIn } from '../testing/session.ts';
import { CallError } from './call-error.ts';
import { useCommand } from './use-command.ts';

/** A command that is sent once, and what is asked after a lost answer (INV-9, INV-12). */

const OUTCOME = 'GET /api/account/me/commands/:idempotencyKey';
const done: CommandStatus = {
  status: 'done',
  subscriptionIds: [],
  receiptId: null,
  oneTimePurchaseId: null,
  paymentMethodId: null,
};

const lost = () => new CallError({ status: 0, type: 'OFFLINE', message: 'x' });
const declined = () => new CallError({ status: 402, type: 'StripeCardError', message: 'Declined.' });

const open = (send: (input: string, key: string) => Promise<string>) => {
  const onDone = vi.fn<(result: string) => void>();
  const touches = vi.fn();
  const { result } = renderHook(() => useCommand({ send, touches, onDone }));
  return { run: (input: string) => act(() => result.current.run(input)), of: () => result.current, onDone, touches };
};

beforeEach(() => signIn());

test('[SH-12] it began offline: the failure ends when the connection is back, and its key stays', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  server.use(offlineHandler(OUTCOME));
  const send = vi.fn<(input: string, key: string) => Promise<string>>(() => Promise.reject(lost()));
  const { run, of } = open(send);
  await run('a');
  expect(of().failure).toMatchObject({ reason: 'OFFLINE' });
  onLine.mockRestore();
  act(() => void dispatchEvent(new Event('online')));
  expect(of().failure).toBeNull();
  await run('a');
  expect(send.mock.calls[1]).toEqual(send.mock.calls[0]);
  act(() => void dispatchEvent(new Event('online')));
  expect(of().failure, 'it may have been carried out').toMatchObject({ reason: 'OFFLINE' });
});

test('[INV-12] its answer is lost and the server has its outcome: the answer is read with the same key', async () => {
  server.use(answer(OUTCOME, done));
  const send = vi.fn<(input: string, key: string) => Promise<string>>();
  send.mockRejectedValueOnce(lost()).mockResolvedValueOnce('bought');
  const { run, of, onDone, touches } = open(send);
  await run('a');
  expect(send.mock.calls[1]).toEqual(send.mock.calls[0]);
  expect(onDone).toHaveBeenCalledExactlyOnceWith('bought');
  expect(touches).toHaveBeenCalledOnce();
  expect(of()).toMatchObject({ busy: false, failure: null });
});

test.each([
  ['unknown', answer(OUTCOME, { status: 'unknown' })],
  ['running', answer(OUTCOME, { status: 'running', attemptId: null })],
  ['not to be had', offlineHandler(OUTCOME)],
])('[INV-9] its outcome is %s: it is sent again only by the next click, under its key', async (_, outcome) => {
  server.use(outcome);
  const send = vi.fn<(input: string, key: string) => Promise<string>>(() => Promise.reject(lost()));
  const { run, of, onDone } = open(send);
  await run('a');
  expect(send).toHaveBeenCalledOnce();
  expect(of().failure).toMatchObject({ reason: 'OFFLINE', isUnknown: true });
  await run('a');
  await run('b');
  const keys = send.mock.calls.map(([, key]) => key);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(onDone).not.toHaveBeenCalled();
});

test('[INV-9] refused: the server is not asked, and the next try has a new key', async () => {
  const send = vi.fn<(input: string, key: string) => Promise<string>>(() => Promise.reject(declined()));
  const { run, of } = open(send);
  await run('a');
  expect(of().failure).toMatchObject({ reason: 'StripeCardError', isUnknown: false });
  await run('a');
  expect(send.mock.calls[1]?.[1]).not.toBe(send.mock.calls[0]?.[1]);
});
