const KEY = 'foyer.registering';

/** What somebody types to register, but for the password. */
export interface KeptFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly repeatEmail: string;
}

/** For the page that is loaded anew at once, in another language. */
export const keepFields = ({ firstName, lastName, email, repeatEmail }: KeptFields): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ firstName, lastName, email, repeatEmail }));
  } catch {
    // no room: it is typed again
  }
};

/** What was kept, once: it does not stay in the tab. */
export const takeFields = (): Partial<KeptFields> => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<KeptFields>;
    sessionStorage.removeItem(KEY);
    return kept;
  } catch {
    return {};
  }
};
