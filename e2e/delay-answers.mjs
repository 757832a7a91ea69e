import { Server } from 'node:http';

/**
 * Loaded into the server before it starts (`server.ts`), where E2E_DELAYS is set: each answer comes late by a time drawn at
 * random, part of it before the request is looked at and part of it before the answer leaves; scripts and styles by up to
 * three times as much. So a page shows for a while each state that is gone in an instant otherwise, and answers overtake
 * one another. In the server and not in the browser, because the routes of a test, its cache and its end stay as they are.
 */

const [ms = 0, seed = 0] = (process.env.E2E_DELAYS ?? '').split(':').map(Number);

/** mulberry32: from 0 up to 1, the same sequence for the same seed. */
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
