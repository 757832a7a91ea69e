const KEY = 'foyer.registering';

/** Fields of the registration form that are stored. The password is not. */
export interface StoredFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly repeatEmail: string;
}

/** Stores the fields in this tab, because the page reloads in another language. */
export const storeFields = ({ firstName, lastName, email, repeatEmail }: StoredFields): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ firstName, lastName, email, repeatEmail }));
  } catch {
    // storage is full: the user types the values again
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
