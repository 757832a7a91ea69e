import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { fileURLToPath } from 'node:url';

const configPath = fileURLToPath(new URL('../../lingui.config.ts', import.meta.url));

/**
 * Texts that the code uses and a catalogue does not hold, as `catalogue: text`. In the built page such a text would be
 * its bare id. `lingui extract` adds them.
 */
export const missingTexts = async (): Promise<string[]> => {
  const config = getConfig({ configPath });
  const missing: string[] = [];
  for (const catalog of await getCatalogs(config)) {
    const used = (await catalog.collect()) ?? {};
    for (const locale of config.locales) {
      const held = (await catalog.read(locale)) ?? {};
      for (const [id, text] of Object.entries(used)) {
        if (!held[id] || held[id].obsolete) missing.push(`${catalog.path}: ${text.message ?? id}`);
      }
    }
  }
  return missing;
};
