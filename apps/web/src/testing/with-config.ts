import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { beforeEach } from 'vitest';
import { config } from '../lib/config.ts';

/**
 * The tests of this file see these settings of the server's page; `setup-tests.ts` puts back the usual ones before each
 * test. A setting that a module reads while it loads stays as it was.
 */
export const withConfig = (overrides: Partial<PortalConfig>): void =>
  beforeEach(() => {
    Object.assign(config, overrides);
  });
