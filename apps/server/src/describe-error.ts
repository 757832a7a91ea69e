const MAX_CAUSES = 5;

interface Described {
  readonly code?: unknown;
  readonly constraint?: unknown;
}

/**
 * Fields of an error for the log: name, message, stack and code, also of its causes. Other properties are left out. A
 * connection error holds every prepared statement, and a constraint error holds the refused values (INV-22). The job queue
 * also reports objects that are not errors.
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
