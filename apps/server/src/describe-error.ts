const MAX_CAUSES = 5;

interface Described {
  readonly code?: unknown;
  readonly constraint?: unknown;
}

/**
 * What the log says of an error: its name, words, place and code, and those of its causes. Not what else hangs on it: a
 * lost connection carries every statement it has prepared, and a refused row the values it was refused for (INV-22).
 * The job queue reports objects with a message and a stack that are no errors.
 */
export const describeError = (error: unknown, causes = MAX_CAUSES): Readonly<Record<string, unknown>> => {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const { name, message, stack, code, constraint, cause } = error as Partial<Error> & Described;
  return {
    type: name ?? 'object',
    message: message ?? `an object that is no Error, with ${Object.keys(error).join(', ') || 'no keys'}`,
    ...(stack === undefined ? {} : { stack }),
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(cause === undefined || causes === 0 ? {} : { cause: describeError(cause, causes - 1) }),
  };
};
