import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin } from 'vite';

const page = fileURLToPath(new URL('../../operator/index.html', import.meta.url));

/**
 * Builds the operator site as a separate program after the portal. In one build, each module that both use would become
 * a separate file, and each file costs the first screen of a customer a request.
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
