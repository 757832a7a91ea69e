import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import type { BuildFacts } from './http/app.ts';

/** Reads the facts that `npm run build` wrote. A server that runs from a clone knows only its version. */
export const readBuildFacts = (projectFolder: string): BuildFacts => {
  try {
    return JSON.parse(readFileSync(join(projectFolder, 'build.json'), 'utf8'));
  } catch {
    return { version: packageJson.version };
  }
};
