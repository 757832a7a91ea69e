const KEY = 'foyer.registering';

/** What somebody types to register, but for the password. */
export interface StoredFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly repeatEmail: string;
}

/** Stores the fields for the page that reloads at once, in another language. */
export const storeFields = ({ firstName, lastName, email, repeatEmail }: StoredFields): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ firstName, lastName, email, repeatEmail }));
  } catch {
    // no room: it is typed again
  }
};

/** Returns the stored fields and removes them from the tab. */
export const takeStoredFields = (): Partial<StoredFields> => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<StoredFields>;
    sessionStorage.removeItem(KEY);
    return kept;
  } catch {
    return {};
  }
};
