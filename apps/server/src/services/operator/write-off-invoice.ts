import { writeOffByOperator } from '@foyer/domain/operator/decide-invoice';
import { makeDecideInvoice } from './decide-invoice.ts';

/** Writes an open invoice off as uncollectible. The customer may still pay it. */
export const makeWriteOffInvoice = makeDecideInvoice('write_off', writeOffByOperator);
