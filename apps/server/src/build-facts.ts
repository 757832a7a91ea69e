import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import type { BuildFacts } from './http/app.ts';

const factsFile = (projectFolder: string): string => join(projectFolder, 'build.json');

/** True if `npm run build` wrote the folder. It has no embedded database. */
export const isBuilt = (projectFolder: string): boolean => existsSync(factsFile(projectFolder));

/** Reads the facts that `npm run build` wrote. A server that runs from a clone knows only its version. */
export const readBuildFacts = (projectFolder: string): BuildFacts => {
  try {
    return JSON.parse(readFileSync(factsFile(projectFolder), 'utf8'));
  } catch {
    return { version: packageJson.version };
  }
};
