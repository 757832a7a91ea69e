import type { Plugin } from 'vite';
import { missingTexts } from './missing-texts.ts';

/** Stops a build whose catalogues are behind the code. */
export const checkTexts = (): Plugin => ({
  name: 'foyer-check-texts',
  apply: 'build',
  async buildStart() {
    const missing = await missingTexts();
    if (missing.length > 0) {
      this.error(`${missing.length} texts are in no catalogue; run "lingui extract" in apps/web:\n${missing.join('\n')}`);
    }
  },
});
