import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const createIcon = fileURLToPath(import.meta.resolve('./create-icon.ts'));

/**
 * Leaves of every lucide icon its lines only: its names, keys and the code for classes, contexts and aliases are never
 * used here and would be 2 kB of the first chunk.
 */
export const leanIcons = (): Plugin => ({
  name: 'foyer-lean-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source) => (source === '../createLucideIcon.mjs' ? createIcon : null),
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
    handler: (code) => ({
      code: code.replace(
        /, key: "\w+"|^\s*key: "\w+",?$|^ {2}(name: ".*"|size: 24|aliases: \[[^\]]*\]),?$|^__iconData\.node;$/gm,
        '',
      ),
      map: null,
    }),
  },
});
