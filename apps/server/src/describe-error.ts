const MAX_CAUSES = 5;

/**
 * What the log says of an error: its name, words, place and code, and those of its causes. Not what else hangs on it: a
 * lost connection carries every statement it has prepared, and a refused row the values it was refused for (INV-22).
 */
export const describeError = (error: unknown, causes = MAX_CAUSES): Readonly<Record<string, unknown>> => {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint, cause } = error as Error & { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(cause === undefined || causes === 0 ? {} : { cause: describeError(cause, causes - 1) }),
  };
};
