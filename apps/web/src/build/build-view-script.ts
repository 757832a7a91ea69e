import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { buildCode } from './build-code.ts';

const source = fileURLToPath(new URL('../operator/view/view-script.ts', import.meta.url));

/** Builds the script of read-only views as a separate file. The server puts it into the portal page of a view. */
export const buildViewScript = (): Plugin => ({
  name: 'foyer-view-script',
  apply: 'build',
  async generateBundle() {
    const built = await buildCode({
      build: {
        target: 'es2022',
        modulePreload: false,
        rollupOptions: { input: source, output: { format: 'iife' } },
      },
    });
    const code = built.trim();
    if (code.includes('</script')) this.error('view.js contains </script, which would end its script element');
    this.emitFile({ type: 'asset', fileName: 'view.js', source: code });
  },
});
