import type { DataExport } from '@foyer/contract/api/closing';
import type { Receipt } from '@foyer/contract/api/receipt';
import type { AccountId } from '@foyer/contract/vocabulary/ids';
import { DAY_MS, HOUR_MS, type Instant, iso } from '@foyer/contract/vocabulary/instants';
import type { ConfirmPassword } from '../identity/confirm-password.ts';
import type { Origin, Principal } from '../identity/ports.ts';
import { notifyOwner } from '../identity/security-mail.ts';
import type { Platform } from '../platform.ts';
import { Refused } from '../refused.ts';
import type { ExportRow, Exports, InExportTransaction, PendingExport } from './ports.ts';

interface ExportDependencies {
  readonly exports: Exports;
  readonly inTransaction: InExportTransaction;
}

const LIFE_MS = 7 * DAY_MS;
/** Time after which rows of exports and sandbox mails of closed accounts are deleted. INV-27 allows 30 days. */
const SWEEP_AFTER_MS = 14 * DAY_MS;

const view = (row: ExportRow, now: Instant): DataExport => ({
  id: row.id,
  status: row.expiresAt === null ? 'pending' : now >= row.expiresAt ? 'expired' : 'ready',
  requestedAt: iso(row.requestedAt),
  expiresAt: row.expiresAt === null ? null : iso(row.expiresAt),
  bytes: row.bytes,
});

const eventOf = (principal: Principal, origin: Origin) => ({
  accountId: principal.accountId,
  sessionId: principal.sessionId,
  address: origin.address,
  userAgent: origin.userAgent,
  requestId: origin.requestId,
});

interface RequestExportDependencies extends ExportDependencies {
  readonly confirmPassword: ConfirmPassword;
}

/**
 * Asks for everything that is kept about the customer (BY-02); one that is being made already is the answer. It belongs to the
 * session that asked last, with the password.
 */
export const makeRequestExport =
  ({ wallNow, newId, kick }: Platform, { inTransaction, confirmPassword }: RequestExportDependencies) =>
  async (principal: Principal, password: string | undefined, origin: Origin): Promise<DataExport> => {
    await confirmPassword(principal, password, origin);
    const now = wallNow();
    const row = await inTransaction(async (tx) => {
      if (!(await tx.lockUser(principal.userId))) throw new Refused('INVALID_TOKEN');
      const pending = await tx.pendingOf(principal);
      if (pending) {
        await tx.setSession(pending, principal.sessionId);
        return pending;
      }
      const asked: ExportRow = {
        id: newId('dataExport'),
        userId: principal.userId,
        accountId: principal.accountId,
        sessionId: principal.sessionId,
        requestedAt: now,
        expiresAt: null,
        bytes: null,
      };
      await tx.add(asked);
      await tx.record({ ...eventOf(principal, origin), type: 'export_requested' });
      return asked;
    });
    kick();
    return view(row, now);
  };

export const makeReadLatestExport =
  ({ wallNow }: Platform, { exports }: Pick<ExportDependencies, 'exports'>) =>
  async (principal: Principal): Promise<DataExport | null> => {
    const row = await exports.latest(principal);
    return row && view(row, wallNow());
  };

/**
 * Returns the document of an export until it expires, only to the session that requested it. Another session has not
 * confirmed the password for it. Another user's id counts as unknown (INV-20).
 */
export const makeReadExport =
  ({ wallNow }: Platform, { exports, inTransaction }: ExportDependencies) =>
  async (principal: Principal, id: string, origin: Origin): Promise<Record<string, unknown>> => {
    const row = await exports.find(id, principal);
    if (!row) throw new Refused('NOT_FOUND');
    const { status } = view(row, wallNow());
    if (status === 'pending') throw new Refused('OPERATION_IN_PROGRESS');
    if (status === 'expired' || row.document === null) {
      throw new Refused('TOKEN_EXPIRED', { message: 'This download has expired. Ask for a new one.' });
    }
    if (row.sessionId !== principal.sessionId) {
      throw new Refused('FORBIDDEN', { message: 'This copy was requested in another session. Request it again here.' });
    }
    await inTransaction((tx) => tx.record({ ...eventOf(principal, origin), type: 'export_downloaded' }));
    return JSON.parse(row.document) as Record<string, unknown>;
  };

interface MakeExportsDependencies extends ExportDependencies {
  /** Returns all receipts as the customer sees them. */
  readonly receiptsOf: (accountId: AccountId) => Promise<readonly Receipt[]>;
}

const BATCH = 20;

/** Makes the requested exports and mails the customers. A failed one is reported and does not stop the others. */
export const makeMakeExports = (platform: Platform, needs: MakeExportsDependencies) => {
  const { exports, inTransaction, receiptsOf } = needs;
  const { wallNow, onFault } = platform;
  const make = async (asked: PendingExport): Promise<boolean> => {
    const { id, userId, accountId } = asked;
    const receipts = await receiptsOf(accountId);
    return inTransaction(async (tx) => {
      const user = await tx.lockUser(userId);
      // The account was closed meanwhile, or another worker has made the export.
      if (!user || !(await tx.isPending(asked))) return false;
      const now = wallNow();
      const document = JSON.stringify({
        format: 'foyer-export-1',
        madeAt: iso(now),
        receipts,
        rows: JSON.parse(await tx.collect(userId, accountId)),
      });
      await tx.finish({
        id,
        userId,
        accountId,
        requestedAt: now,
        readyAt: now,
        expiresAt: now + LIFE_MS,
        bytes: Buffer.byteLength(document),
        document,
      });
      await tx.mail(notifyOwner('export_ready', user, now));
      return true;
    });
  };

  return async (): Promise<number> => {
    let made = 0;
    for (const asked of await exports.pending(BATCH)) {
      try {
        if (await make(asked)) made += 1;
      } catch (error) {
        onFault(error, `export ${asked.id}`);
      }
    }
    return made;
  };
};

/** Deletes expired exports and old rows, at most once an hour. */
export const makeSweepClosings = ({ wallNow }: Platform, { exports }: Pick<ExportDependencies, 'exports'>) => {
  let next = Number.NEGATIVE_INFINITY;
  return async (): Promise<void> => {
    const now = wallNow();
    if (now < next) return;
    await exports.sweep(now, now - SWEEP_AFTER_MS);
    next = now + HOUR_MS;
  };
};
