import { newId } from '../adapters/new-id.ts';
import { billingStoreOn } from '../adapters/postgres/billing-store.ts';
import { makeClosingRows } from '../adapters/postgres/closing-rows.ts';
import { operatorRowsOn } from '../adapters/postgres/operator-store.ts';
import { makeSecurityWrites } from '../adapters/postgres/security-writes.ts';
import type { ClosingStore } from '../services/closing/ports.ts';
import type { CommandBase } from './base.ts';

/** Makes the transaction in which an account is closed: by its customer, an operator or the worker. */
export const composeClosingTransaction = ({ platform, database, billingStore, queue }: CommandBase) => {
  const newEventId = () => newId('audit');
  const { wallNow } = platform;
  const { enqueueMails } = queue;
  return <T>(work: (tx: ClosingStore) => Promise<T>): Promise<T> =>
    database.transaction((sql) =>
      work({
        ...billingStoreOn(sql, billingStore),
        ...makeSecurityWrites(sql, { newEventId, enqueueMails }),
        ...makeClosingRows(sql, queue),
        recordCommand: operatorRowsOn(sql, { newId: newEventId, wallNow }).record,
      }),
    );
};
