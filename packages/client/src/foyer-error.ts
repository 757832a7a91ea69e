interface ErrorBody {
  readonly message?: string;
  readonly error?: {
    readonly type?: string;
    readonly code?: string | null;
    readonly field?: string | null;
    readonly requestId?: string;
  };
}

/** A refused call: `type` and `code` say why, `requestId` finds the call in the log of the portal. */
export class FoyerError extends Error {
  override readonly name = 'FoyerError';
  readonly status: number;
  /** Type of the error, such as `NOT_FOUND`. `UNKNOWN` for an answer of something else, such as a proxy. */
  readonly type: string;
  readonly code: string | null;
  readonly field: string | null;
  readonly requestId: string | null;
  /** Seconds after which the call may be repeated. Null: the answer does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, { message, error }: ErrorBody, retryAfterSeconds: number | null) {
    super(message ?? `the portal answered with status ${status}`);
    this.status = status;
    this.type = error?.type ?? 'UNKNOWN';
    this.code = error?.code ?? null;
    this.field = error?.field ?? null;
    this.requestId = error?.requestId ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Reads the error of an answer. */
  static async from(answer: Response): Promise<FoyerError> {
    const body = (await answer.json().catch(() => ({}))) as ErrorBody;
    const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
    return new FoyerError(answer.status, body ?? {}, Number.isFinite(seconds) ? seconds : null);
  }
}
