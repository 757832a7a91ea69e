-- What a customer reads: mails and receipts in their language, the catalogue's words in every language it is written in (BY-05).

ALTER TABLE users ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'de'));
COMMENT ON COLUMN users.language IS 'In which mails and receipts are written: that of the pages they registered on, then what they chose.';

ALTER TABLE plans ADD COLUMN texts jsonb NOT NULL DEFAULT '{}';
COMMENT ON COLUMN plans.texts IS 'The words beside the English ones, by language: {"de": {"description": "…"}}.';
ALTER TABLE features ADD COLUMN texts jsonb NOT NULL DEFAULT '{}';
COMMENT ON COLUMN features.texts IS 'The words beside the English ones, by language.';
ALTER TABLE add_ons ADD COLUMN texts jsonb NOT NULL DEFAULT '{}';
COMMENT ON COLUMN add_ons.texts IS 'The words beside the English ones, by language.';
