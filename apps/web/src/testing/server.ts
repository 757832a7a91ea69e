import { setupServer } from 'msw/node';

/** Has no handlers of its own: a request that a test did not answer fails it. */
export const server = setupServer();
