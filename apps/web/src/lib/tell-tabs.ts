// each is heard by the whole page (portal/app.tsx, which knows them by their names: the first screen has no room for this file)
/** Something was bought. */
export const BOUGHT_KEY = 'foyer.bought';
/** The card, the address or an open bill is another. */
export const CHANGED_KEY = 'foyer.changed';
/** What goes on by itself was switched. */
const RENEWAL_KEY = 'foyer.renewal';

const tell = (key: string): void => {
  try {
    localStorage.setItem(key, crypto.randomUUID());
  } catch {
    // full or forbidden: the other tabs hear of it from the server, which refuses a quote that no longer holds
  }
};

/** Tells the portal's other tabs that something was bought. What, they ask the server. */
export const tellOtherTabs = (): void => tell(BOUGHT_KEY);

/** Tells them that the card, the address or an open bill is another, or may be. */
export const tellChanged = (): void => tell(CHANGED_KEY);

/** Tells them that what goes on by itself was switched, or may have been. */
export const tellRenewal = (): void => tell(RENEWAL_KEY);
