import { percentile } from '../statistics.ts';
import { sendRequests } from './connection.ts';
import type { Answer, ChainWork, FixedWork, Job, Outcome } from './job.ts';

/** Load generator. Runs in a separate process, so that it does not share an event loop with a measured server. */

/** Sequence of requests of one client. */
interface ClientScript {
  request(): string;
  take(body: string): void;
}

const fixedScript = ({ requests }: FixedWork, first: number, step: number): ClientScript => {
  let at = first;
  return {
    request: () => {
      const request = requests[at] ?? '';
      at = at + step < requests.length ? at + step : first;
      return request;
    },
    take: () => {},
  };
};

/** Encoding of a refresh token in the request, and its place in the response. */
const SHAPES = {
  json: {
    type: 'application/json',
    write: (refreshToken: string) => JSON.stringify({ refreshToken }),
    read: (body: string) => (JSON.parse(body) as { refreshToken: string }).refreshToken,
  },
  oauth: {
    type: 'application/x-www-form-urlencoded',
    write: (refreshToken: string) => `grant_type=refresh_token&client_id=bench&refresh_token=${refreshToken}`,
    read: (body: string) => (JSON.parse(body) as { refresh_token: string }).refresh_token,
  },
} as const;

/** Replaces each token in `tokens` by its successor, which this client's next request for that session needs. */
const chainScript = ({ path, shape }: ChainWork, tokens: string[], first: number, step: number): ClientScript => {
  let at = first;
  const { type, write, read } = SHAPES[shape];
  return {
    request: () => {
      const body = write(tokens[at] ?? '');
      return `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    },
    take: (body) => {
      tokens[at] = read(body);
      at = at + step < tokens.length ? at + step : first;
    },
  };
};

const run = async ({ port, clients, warmUpMs, countedMs, work }: Job): Promise<Outcome> => {
  const refreshTokens = work.kind === 'chain' ? [...work.refreshTokens] : [];
  const countedFrom = performance.now() + warmUpMs;
  const endsAt = countedFrom + countedMs;
  const times: number[] = [];
  const client = (index: number) => {
    const plan =
      work.kind === 'fixed' ? fixedScript(work, index, clients) : chainScript(work, refreshTokens, index, clients);
    return sendRequests(port, {
      next: () => (performance.now() < endsAt ? plan.request() : null),
      answered: (body, ms) => {
        plan.take(body);
        const now = performance.now();
        if (now >= countedFrom && now < endsAt) times.push(ms);
      },
    });
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  return { perSecond: times.length / (countedMs / 1000), p99Ms: percentile(times, 0.99), refreshTokens };
};

const answer = (message: Answer): void => {
  process.send?.(message);
};

process.on('message', (job: Job) => {
  run(job).then(
    (outcome) => answer({ outcome }),
    (error: unknown) => answer({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
