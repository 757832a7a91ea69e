-- Kind: expand
-- Transaction: none
-- The operator site shows who created each vendor key. The audit log says it.
CREATE INDEX CONCURRENTLY audit_log_vendor_keys ON audit_log (subject_id) WHERE action = 'create_vendor_key';
