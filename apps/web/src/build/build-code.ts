import { build, type InlineConfig } from 'vite';

/** Builds one module in memory and returns its code. */
export const buildCode = async (settings: InlineConfig): Promise<string> => {
  const result = await build({
    ...settings,
    configFile: false,
    logLevel: 'error',
    build: { ...settings.build, write: false },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('build in memory: Vite returned no output');
  return output.output[0].code;
};
