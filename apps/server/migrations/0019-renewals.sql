-- What the gateway tells of a refund names it by the gateway's own reference (billing.md §1.5).

CREATE INDEX refunds_gateway_ref ON refunds (gateway_ref) WHERE gateway_ref IS NOT NULL;
