const KEY = 'foyer.to';

const isSecret = (to: string): boolean => /^\/cea\//i.test(to);

/**
 * Where the next sign-in of this tab leads, as far as its address may say it: the secret of a mail stands behind the `#` so
 * that no server sees it, and the way to the authentication site would put it before (INV-17). It waits here instead.
 */
export const sayableDestination = (to: string | null): string | null => {
  const isKept = to !== null && isSecret(to);
  try {
    if (isKept) sessionStorage.setItem(KEY, to);
    else sessionStorage.removeItem(KEY);
  } catch {
    // a full storage costs the way back and nothing else: leaving must not end here
  }
  return isKept ? null : to;
};

/** What was kept out of the address, once. */
export const takeDestination = (): string | null => {
  try {
    const to = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return to;
  } catch {
    return null;
  }
};
