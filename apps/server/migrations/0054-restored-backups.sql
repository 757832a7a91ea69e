-- State of a database that was restored from a backup. Until it is reconciled, the gateway is asked before each charge (decision 61).
CREATE TABLE restored_backups (
  id text PRIMARY KEY DEFAULT 'restored' CHECK (id = 'restored'),
  taken_at timestamptz NOT NULL,
  numbers_continued_at timestamptz,
  reconciled_at timestamptz
);
COMMENT ON TABLE restored_backups IS 'At most one row, which a backup does not contain. Without reconciled_at, the gateway may have charged what the books lack.';
COMMENT ON COLUMN restored_backups.taken_at IS 'Time of the state that was restored. The gateway may know more since then.';
COMMENT ON COLUMN restored_backups.numbers_continued_at IS 'When the counter of receipts was set after the highest number at the gateway.';

ALTER TABLE invoice_counters ADD COLUMN skipped bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN invoice_counters.skipped IS 'Numbers without a receipt, because receipts that a restored database has lost had them.';
