import * as z from 'zod/mini';
import { REASON_MAX } from '../vocabulary/operator-roles.ts';
import { id, line } from './text.ts';

/** Errors of every operator call. */
export const operatorErrors = ['UNAUTHORIZED', 'INVALID_TOKEN', 'FORBIDDEN'] as const;

/**
 * Errors of an operator command, which runs once per `Idempotency-Key` (INV-9). ACTION_REFUSED: the state differs from
 * what the operator saw, or the command was done already.
 */
const commandErrors = [...operatorErrors, 'OPERATION_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH', 'ACTION_REFUSED'] as const;

/** Body of every command: the reason, which is stored permanently. */
export const reasonBody = z.object({
  reason: line(REASON_MAX).check(z.regex(/[\p{L}\p{N}]/u, 'is required')),
});

/** Common properties of all operator commands. Bodies with more fields extend `reasonBody`. */
export const command = {
  access: 'operator',
  limit: 'write',
  body: reasonBody,
  errors: commandErrors,
  idempotent: true,
} as const;

/** Schema of path parameters with one id, named `name`. */
export const pathId = <Name extends string>(name: Name) => z.object({ [name]: id } as Record<Name, typeof id>);

/** Cursor returned with the previous page of a list. */
export const cursorQuery = z.object({ cursor: z.optional(line(200)) });

/** Cursor of the next page; null on the last one. */
export const nextCursor = z.nullable(z.string());
