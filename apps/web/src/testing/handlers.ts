import type { Reply, RouteName } from '@foyer/contract/api/routes';
import { type ErrorType, errorStatus } from '@foyer/contract/vocabulary/error-types';
import { delay, HttpResponse, http } from 'msw';

const methods = { GET: http.get, POST: http.post, PATCH: http.patch, DELETE: http.delete, PUT: http.put } as const;

interface Seen {
  request: Request;
  params: Readonly<Record<string, string | readonly string[] | undefined>>;
}

const handleRoute = (name: RouteName, respond: (seen: Seen) => Response | Promise<Response>) => {
  const [method = 'GET', path = ''] = name.split(' ');
  return methods[method as keyof typeof methods](`*${path}`, (seen) => respond(seen as Seen) as never);
};

/** Answers a call of the contract with what the contract promises: `answer('GET /api/auth/me', aMe())`. */
export const answer = <Name extends RouteName>(
  name: Name,
  reply: Reply<Name> | ((seen: Seen) => Reply<Name> | Response | Promise<Reply<Name> | Response>),
) =>
  handleRoute(name, async (seen) => {
    const body = typeof reply === 'function' ? await (reply as (seen: Seen) => unknown)(seen) : reply;
    if (body instanceof Response) return body;
    return body === undefined ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(body as never);
  });

/** Answers a list of plans of one product. Lists of other products go to the next handler. */
export const answerPlansOf = (product: string, reply: Reply<'GET /api/subscription/v2/plans'>) =>
  http.get('*/api/subscription/v2/plans', ({ request }) =>
    new URL(request.url).searchParams.get('product') === product ? HttpResponse.json(reply as never) : undefined,
  );

/** Refuses a call, in the shape that all errors have (CA-02). */
export const refuse = (
  name: RouteName,
  type: ErrorType,
  {
    message = type,
    headers = {},
    ...error
  }: {
    message?: string;
    headers?: Record<string, string>;
    code?: string;
    field?: string;
    held?: boolean;
    emailSuffix?: string;
    quote?: unknown;
    action?: unknown;
  } = {},
) =>
  handleRoute(name, () =>
    HttpResponse.json(
      {
        message,
        error: { type, message, code: null, declineCode: null, field: null, requestId: 'req_1', ...error },
      } as never,
      { status: errorStatus[type], headers },
    ),
  );

/** No connection. */
export const offlineHandler = (name: RouteName) => handleRoute(name, () => HttpResponse.error());

/** Never answers: the waiting face of a part. */
export const neverAnswers = (name: RouteName) =>
  handleRoute(name, async () => {
    await delay('infinite');
    return HttpResponse.error();
  });

/** Whatever a server should not say. */
export const answerRaw = (name: RouteName, body: string, init: ResponseInit) =>
  handleRoute(name, () => new HttpResponse(body, init));
