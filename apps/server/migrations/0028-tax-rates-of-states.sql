-- A rate may be of a state, with or without a postal prefix: the same prefix may stand once for each state.

ALTER TABLE tax_rates DROP CONSTRAINT tax_rates_country_postal_prefix_tstzrange_excl;
ALTER TABLE tax_rates ADD CONSTRAINT tax_rates_one_a_day
  EXCLUDE USING gist (country WITH =, COALESCE(region, '') WITH =, postal_prefix WITH =, tstzrange(valid_from, valid_to) WITH &&);
COMMENT ON TABLE tax_rates IS 'The longest postal prefix that fits and is valid wins, else the rate of the state (region), else that of the country; no row means no tax. A row of a state is not for addresses in another.';
