import type { Instant } from '@foyer/contract/vocabulary/instants';
import type { RuleContext } from '@foyer/domain/billing/draft';
import { readCatalogueFile, readTaxFile } from './adapters/catalogue-files.ts';
import { newId } from './adapters/new-id.ts';
import { type BillingStoreNeeds, billingStoreOn } from './adapters/postgres/billing-store.ts';
import { importCatalogue, importTaxRates, loadCatalogue } from './adapters/postgres/catalogue-store.ts';
import { makeOperatorReads, operatorRowsOn } from './adapters/postgres/operator-store.ts';
import type { PaymentGateway } from './services/billing/ports.ts';
import { importVendorCatalogue } from './services/catalogue/import-catalogue.ts';
import { makeGrantCredit, makeVoidInvoice, makeWriteOff } from './services/operator/change-books.ts';
import { makeImportCatalogue, makeListDue, makeRedrive } from './services/operator/look-after-work.ts';
import type { InOperatorTransaction } from './services/operator/ports.ts';
import { makeRecoverRefunds, makeRefundPayment } from './services/operator/refund-payment.ts';

export interface OperatorNeeds extends BillingStoreNeeds {
  readonly gateway: Pick<PaymentGateway, 'refund'>;
  readonly ruleContext: (now: Instant) => RuleContext;
  readonly wait: (ms: number) => Promise<void>;
  readonly onFault: (error: unknown, about: string) => void;
}

/** Joins what the vendor's people do by command line; `recoverRefunds` is the server's part of it. */
export const composeOperator = (needs: OperatorNeeds) => {
  const { database, wallNow } = needs;
  const rowNeeds = { newId: () => newId('audit'), wallNow };
  const inTransaction: InOperatorTransaction = (run) =>
    database.transaction((sql) => run({ ...billingStoreOn(sql, needs), ...operatorRowsOn(sql, rowNeeds) }));
  const reads = makeOperatorReads(database);
  const booksNeeds = { inTransaction, ruleContext: needs.ruleContext, newGrantId: () => newId('audit') };
  const refundNeeds = { ...needs, inTransaction, reads };
  return {
    grantCredit: makeGrantCredit(booksNeeds),
    voidInvoice: makeVoidInvoice(booksNeeds),
    writeOff: makeWriteOff(booksNeeds),
    refund: makeRefundPayment(refundNeeds),
    listDue: makeListDue({ reads, wallNow }),
    redrive: makeRedrive({ inTransaction }),
    importCatalogue: makeImportCatalogue({
      inTransaction,
      importCatalogue: (folder) =>
        importVendorCatalogue({
          readCatalogue: () => readCatalogueFile(folder),
          readTaxRates: () => readTaxFile(folder),
          importCatalogue: (catalogue) => importCatalogue(database, catalogue),
          importTaxRates: (rates) => importTaxRates(database, rates),
          loadCatalogue: () => loadCatalogue(database),
        }),
    }),
    recoverRefunds: makeRecoverRefunds(refundNeeds),
  };
};

export type Operator = Omit<ReturnType<typeof composeOperator>, 'recoverRefunds'>;
