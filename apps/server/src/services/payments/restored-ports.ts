import { HOUR_MS, type Instant } from '@foyer/contract/vocabulary/instants';

/** Charges that were sent when a backup began may be in the books without their result. */
export const BACKUP_SLACK_MS = HOUR_MS;

/** A database that was restored from a backup, and was not compared with the gateway since. */
export interface RestoredBackup {
  readonly takenAt: Instant;
  readonly areNumbersContinued: boolean;
}

export interface RestoredBackupRows {
  /** Returns the mark of a restored backup. Null if there is none, or its books were compared with the gateway. */
  find(): Promise<RestoredBackup | null>;
  /** Returns when the last restore was reconciled. Null without one. */
  reconciledAt(): Promise<Instant | null>;
  /** Marks the database as restored from the state of a time. An earlier mark that is not reconciled stays. */
  mark(takenAt: Instant): Promise<void>;
  /**
   * Sets the counter of receipts after a number that a lost receipt had. The first time after a restore it leaves out more,
   * for receipts without a payment, unless no server ran since the backup (`isMoved`). Returns how many numbers stay unused.
   */
  continueNumbers(highest: number, isMoved: boolean): Promise<number>;
  /** Ends the questions before each charge, unless the mark is of a state before that time or a payment waits for an operator. */
  finish(comparedFrom: Instant): Promise<void>;
}
