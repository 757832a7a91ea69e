import { voidByOperator } from '@foyer/domain/operator/decide-invoice';
import { makeDecideInvoice } from './decide-invoice.ts';

/** Voids an open invoice. Nothing is owed for it, and a purchase that waited for it ends. */
export const makeVoidInvoice = makeDecideInvoice('void', voidByOperator);
