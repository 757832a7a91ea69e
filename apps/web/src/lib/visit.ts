/**
 * Opens another site in this tab. Back leads to the page again, unlike after `redirect`. It is an object so that tests can
 * replace its function.
 */
export const visit = { to: (address: string): void => location.assign(address) };
