-- Parts of an invoice text, from which each language makes its text (decision 50). The English text stays as it is.

ALTER TABLE invoices ADD COLUMN description_parts jsonb
  CHECK (description_parts ->> 'kind' IN ('plan', 'unused', 'maintenance', 'perpetual', 'free', 'prepaid'));
ALTER TABLE invoice_lines ADD COLUMN description_parts jsonb
  CHECK (description_parts ->> 'kind' IN ('plan', 'unused', 'maintenance', 'perpetual', 'free', 'prepaid'));
COMMENT ON COLUMN invoices.description_parts IS 'Facts in description: kind, product, plan and, by kind, interval or months. NULL: the row is older than this column, and its text has an unknown form.';
COMMENT ON COLUMN invoice_lines.description_parts IS 'Facts in description, as in invoices.';

-- Parts of a stored text. NULL if no earlier release wrote texts of its form.
CREATE FUNCTION description_parts_of(description text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_object('product', lower(t.product), 'plan', t.plan) || CASE
    WHEN t.is_unused THEN '{"kind": "unused"}'
    WHEN t.detail IN ('monthly', 'yearly', 'every 6 months', 'free')
      THEN jsonb_build_object('kind', 'plan', 'interval', replace(t.detail, ' ', '-'))
    WHEN t.detail = 'perpetual license' THEN '{"kind": "perpetual"}'
    WHEN t.detail = 'free forever' THEN '{"kind": "free", "months": null}'
    WHEN t.detail ~ '^\d{1,4} months? (free|prepaid)$'
      THEN jsonb_build_object('kind', split_part(t.detail, ' ', 3), 'months', split_part(t.detail, ' ', 1)::integer)
    WHEN t.detail ~* '^\d{1,4}[- ](year|month)s? maintenance$'
      THEN jsonb_build_object('kind', 'maintenance',
        'months', substring(t.detail FROM '^\d+')::integer * CASE WHEN t.detail ~* 'year' THEN 12 ELSE 1 END)
  END
  FROM (
    SELECT m[1] IS NOT NULL AS is_unused, m[2] AS product,
      CASE WHEN m[1] IS NULL THEN regexp_replace(m[3], ', [^,]*$', '') ELSE m[3] END AS plan,
      substring(m[3] FROM ', ([^,]*)$') AS detail
    FROM regexp_match(description, '^(?:(Unused time), )?(Drive|Scope|IoT) (.+)$') AS m
  ) AS t
$$;
UPDATE invoices SET description_parts = description_parts_of(description) WHERE description_parts_of(description) IS NOT NULL;
UPDATE invoice_lines SET description_parts = description_parts_of(description) WHERE description_parts_of(description) IS NOT NULL;
DROP FUNCTION description_parts_of(text);
