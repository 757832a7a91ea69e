import type { GatewayEvent, UnreadableEvent } from '../../services/billing/ports.ts';

/** Ids and types of events at a gateway. The column that keeps them takes no NUL character. */
const NAME = /^[\x21-\x7e]{1,255}$/;

const isName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value);

/** Returns the event of a signed body. A body whose fields are missing or malformed is none. */
export const asEvent = ({
  id,
  type,
  objectRef,
}: Record<keyof GatewayEvent, unknown>): GatewayEvent | Extract<UnreadableEvent, 'not_an_event'> =>
  isName(id) && isName(type) && (objectRef === null || isName(objectRef)) ? { id, type, objectRef } : 'not_an_event';
