import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin } from 'vite';

const page = fileURLToPath(new URL('../../operator/index.html', import.meta.url));

/**
 * Builds the operator site after the pages and beside them, as a program of its own: in one build with the portal
 * every part that both use would become a file of its own, and each costs the customer's first screen a request.
 */
export const buildOperatorSite = (settings: () => InlineConfig): Plugin => ({
  name: 'foyer-operator-site',
  apply: 'build',
  async writeBundle() {
    const { build: pages, ...shared } = settings();
    await build({
      ...shared,
      configFile: false,
      logLevel: 'warn',
      build: {
        ...pages,
        emptyOutDir: false,
        manifest: '.vite/operator.json',
        rollupOptions: { input: { operator: page } },
      },
    });
  },
});
