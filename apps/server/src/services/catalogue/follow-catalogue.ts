import type { Catalogue } from '@foyer/domain/catalogue/catalogue';

interface Dependencies {
  /** Another one after every import. */
  readonly version: () => Promise<string>;
  readonly loadCatalogue: () => Promise<Catalogue>;
  readonly onCatalogue: (catalogue: Catalogue) => void;
}

/**
 * Takes over what somebody else imported: another server's reload, the command line, a newer server that starts. Asked
 * every few seconds, so that no server sells at old prices for long, or meets a price it has never heard of (INV-3).
 */
export const makeFollowCatalogue = ({ version, loadCatalogue, onCatalogue }: Dependencies) => {
  let known: string | null = null;
  return async (): Promise<void> => {
    // Asked before the load: what is imported meanwhile is another version at the next look.
    const present = await version();
    if (present === known) return;
    onCatalogue(await loadCatalogue());
    known = present;
  };
};
