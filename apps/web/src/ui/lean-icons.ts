import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const createIcon = fileURLToPath(import.meta.resolve('./create-icon.ts'));

/**
 * Reduces each lucide icon to its lines. Names, keys and code for classes, contexts and aliases are unused and would
 * add 2 kB to the first chunk.
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
