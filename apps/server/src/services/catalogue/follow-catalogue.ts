import type { Catalogue } from '@foyer/domain/catalogue/catalogue';

interface Dependencies {
  /** Version that changes with every import. */
  readonly version: () => Promise<string>;
  readonly loadCatalogue: () => Promise<Catalogue>;
  readonly onCatalogue: (catalogue: Catalogue) => void;
}

/**
 * Loads the catalogue after another process has imported one: another server, the CLI or a newer version. It checks every few
 * seconds. So no server sells at old prices for long or meets an unknown price (INV-3).
 */
export const makeFollowCatalogue = ({ version, loadCatalogue, onCatalogue }: Dependencies) => {
  let known: string | null = null;
  return async (): Promise<void> => {
    // Read before the load, so that an import meanwhile is noticed the next time.
    const current = await version();
    if (current === known) return;
    onCatalogue(await loadCatalogue());
    known = current;
  };
};
