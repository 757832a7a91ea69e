/**
 * Redirects to another site, or reloads the page. A redirect replaces the history entry, so that the Back button does not
 * sign out again. It is an object so that tests can replace its functions.
 */
export const redirect = {
  to: (address: string): void => location.replace(address),
  reload: (): void => location.reload(),
};

/**
 * Opens another site in this tab. Back leads to the page again, unlike after `redirect`. It is an object so that tests can
 * replace its function.
 */
export const visit = { to: (address: string): void => location.assign(address) };
