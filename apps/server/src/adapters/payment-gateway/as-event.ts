import type { GatewayEvent } from '../../services/billing/ports.ts';

/** Ids and types of events at a gateway. The column that keeps them takes no NUL character. */
const NAME = /^[\x21-\x7e]{1,255}$/;

const isName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value);

/** Returns the event, or null where a field is missing or malformed: a signed body need not be an event. */
export const asEvent = ({ id, type, objectRef }: Record<keyof GatewayEvent, unknown>): GatewayEvent | null =>
  isName(id) && isName(type) && (objectRef === null || isName(objectRef)) ? { id, type, objectRef } : null;
