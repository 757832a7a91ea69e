import * as z from 'zod/mini';
import { REASON_MAX } from '../vocabulary/operator-roles.ts';
import { id, line } from './text.ts';

/** What every call of the console may answer besides its own refusals. */
export const asOperator = ['UNAUTHORIZED', 'INVALID_TOKEN', 'FORBIDDEN'] as const;

/**
 * What an action may answer that is carried out once under its `Idempotency-Key` (INV-9): also that things stand another
 * way than was thought, or that it was done already.
 */
const asCommand = [...asOperator, 'OPERATION_IN_PROGRESS', 'IDEMPOTENCY_MISMATCH', 'ACTION_REFUSED'] as const;

/** The body of every action: why it is done. It is kept for good. */
export const because = z.object({
  reason: line(REASON_MAX).check(z.regex(/[\p{L}\p{N}]/u, 'is required')),
});

/** What every action of the console has in common; a body of its own extends `because`. */
export const command = {
  access: 'operator',
  limit: 'write',
  body: because,
  errors: asCommand,
  idempotent: true,
} as const;

export const oneOf = <Name extends string>(name: Name) => z.object({ [name]: id } as Record<Name, typeof id>);

/** Where a list goes on: what the page before it ended with. */
export const onwards = z.object({ cursor: z.optional(line(200)) });

/** With every part of a list: where the next one begins; null when there is none. */
export const nextCursor = z.nullable(z.string());
