-- Kind: expand
-- Locks: restored_backups
-- A restore takes the numbers of messages to products back. Products leave a lower number aside, and a cursor of the feed that
-- was given since the backup would skip events (docs/operations/backup.md).
ALTER TABLE restored_backups ADD COLUMN marked_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE restored_backups ADD COLUMN sequence_from bigint;
COMMENT ON COLUMN restored_backups.marked_at IS 'When the mark was made. Cursors of the feed carry it, so that earlier ones are refused.';
COMMENT ON COLUMN restored_backups.sequence_from IS 'Lowest sequence of entitlements since the restore, above every one that was sent before it. NULL: marked by an earlier release.';
