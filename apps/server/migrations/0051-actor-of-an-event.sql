-- The timeline named the customer as the actor of a command on the command line, because the operator named there is no row of operators.
ALTER TABLE security_events ADD COLUMN actor text;
COMMENT ON COLUMN security_events.actor IS 'Name given on the command line by the operator who did it. NULL: the customer, or operator_id.';
