import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const source = fileURLToPath(new URL('view-script.ts', import.meta.url));

/** Builds the script of read-only views as a separate file. The server puts it into the portal page of a view. */
export const buildViewScript = (): Plugin => ({
  name: 'foyer-view-script',
  apply: 'build',
  async generateBundle() {
    const result = await build({
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        target: 'es2022',
        modulePreload: false,
        rollupOptions: { input: source, output: { format: 'iife' } },
      },
    });
    const [output] = Array.isArray(result) ? result : [result];
    if (!output || !('output' in output)) throw new Error('build of view.js: Vite returned no output');
    const code = output.output[0].code.trim();
    if (code.includes('</script')) this.error('view.js contains </script, which would end its script element');
    this.emitFile({ type: 'asset', fileName: 'view.js', source: code });
  },
});
