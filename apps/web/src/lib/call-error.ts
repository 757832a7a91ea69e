import type { ErrorBody, PaymentAction } from '@foyer/contract/api/route';

/**
 * Error of a call. Pages react to `type`, and may show `message`, which is the text of the server (SE-10). Types made
 * in the browser: OFFLINE (no connection), REQUEST_CANCELED, INVALID_RESPONSE, UNSUCCESSFUL.
 */
export class CallError extends Error {
  override readonly name = 'CallError';
  declare readonly status: number;
  declare readonly type: string;
  readonly code: string | null = null;
  readonly declineCode: string | null = null;
  readonly field: string | null = null;
  readonly requestId: string | null = null;
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter: number | null = null;
  /** With QUOTE_CHANGED: the current amounts. */
  declare readonly quote: unknown;
  /** Challenge of the bank that the customer has to answer (D11). */
  declare readonly action: PaymentAction | undefined;
  /** With MFA_REQUIRED: second-step methods of the account. */
  declare readonly methods: readonly string[] | undefined;
  /** Whole response body, for refusals with more fields. */
  declare readonly body: unknown;

  constructor(facts: { status: number; type: string; message: string } & Partial<Omit<CallError, keyof Error>>) {
    super(facts.message);
    Object.assign(this, facts);
  }
}

/** Error of a call without a response: canceled by the page, or no connection. */
export const errorWithoutAnswer = (cause: unknown, signal: AbortSignal | undefined): CallError =>
  signal?.aborted
    ? new CallError({ status: 0, type: 'REQUEST_CANCELED', message: 'REQUEST_CANCELED' })
    : new CallError({ status: 0, type: 'OFFLINE', message: cause instanceof Error ? cause.message : 'OFFLINE' });

/** Error of a response that is not from our server, such as a proxy's page, or that has an unexpected shape. */
export const invalidResponse = (status: number): CallError =>
  new CallError({ status, type: 'INVALID_RESPONSE', message: 'Invalid API Response' });

/**
 * Returns the reply when it has the members that every page relies on. Throws CallError for a reply of another shape: a
 * missing member would be read as "none", which is wrong about money.
 */
export const requireMembers = <T extends object>(reply: T, ...members: (keyof T)[]): T => {
  if (members.every((member) => member in reply)) return reply;
  throw invalidResponse(200);
};

const textOf = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);

/**
 * Makes the error of a refused call. Its message is the server's `message`, else `error.type`, else "Unsuccessful
 * Response" (SE-10).
 */
export const errorOf = async (response: Response): Promise<CallError> => {
  const { status } = response;
  let body: Partial<ErrorBody> | null;
  try {
    // a clone, because all calls that waited for a failed refresh get this response
    const text = await response.clone().text();
    body = text ? JSON.parse(text) : null;
  } catch {
    return invalidResponse(status);
  }
  const error: Partial<ErrorBody['error']> = body?.error ?? {};
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new CallError({
    status,
    type: textOf(error.type) ?? 'UNSUCCESSFUL',
    message: textOf(body?.message) ?? textOf(error.message) ?? textOf(error.type) ?? 'Unsuccessful Response',
    code: textOf(error.code),
    declineCode: textOf(error.declineCode),
    field: textOf(error.field),
    requestId: textOf(error.requestId),
    retryAfter: Number.isFinite(seconds) ? seconds : null,
    quote: error.quote,
    action: error.action,
    methods: error.methods,
    body,
  });
};
