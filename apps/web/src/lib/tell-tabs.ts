import { CHANGED_KEY } from './kept.ts';

export const BOUGHT_KEY = 'foyer.bought';

export const tell = (key: string): void => {
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
