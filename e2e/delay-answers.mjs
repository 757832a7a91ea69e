import { Server } from 'node:http';

/**
 * Delays every HTTP response by a random time; loaded into the server (`server.ts`) if E2E_DELAYS is set. Part of the delay
 * is before the request is handled, part before the response is sent; scripts and styles take up to three times as long.
 * Short-lived page states then last longer, and responses overtake each other. The server delays and not the browser, so
 * that routes and the cache of a test work as without delays.
 */

const [ms = 0, seed = 0] = (process.env.E2E_DELAYS ?? '').split(':').map(Number);

/** mulberry32 generator: numbers from 0 to below 1, the same sequence for the same seed. */
let state = seed;
const random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const emit = Server.prototype.emit;
Server.prototype.emit = function (event, ...about) {
  const [request, response] = about;
  if (event !== 'request' || request.url === '/readyz') return emit.call(this, event, ...about);
  const isFile = /\.(js|css)$/.test(request.url);
  const late = random() * ms * (isFile ? 3 : 1);
  const before = isFile ? late : late * random();
  const { end } = response;
  response.end = (...last) => {
    setTimeout(() => end.apply(response, last), late - before);
    return response;
  };
  setTimeout(() => emit.call(this, event, ...about), before);
  return true;
};
