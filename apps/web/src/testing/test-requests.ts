/**
 * Starts the requests of a test. After the returned function is called, none of them settles any more. Otherwise a request
 * that ran into its timeout would be repeated by the page of a test that is over, and arrive in a later test.
 */
export const startRequests = (): (() => void) => {
  const send = globalThis.fetch;
  let isOver = false;
  globalThis.fetch = async (...request) => {
    const [settled] = await Promise.allSettled([send(...request)]);
    if (isOver) return new Promise<never>(() => {});
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  };
  return () => {
    isOver = true;
    globalThis.fetch = send;
  };
};
