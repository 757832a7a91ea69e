import { aContext } from '@foyer/domain/testing/builders';
import type { Platform } from '../src/services/platform.ts';

/** Platform of a unit test. Its clock shows 0, nothing waits, and a fault fails the test. */
export const aPlatform = (overrides: Partial<Platform> = {}): Platform => ({
  wallNow: () => 0,
  newId: aContext().newId,
  ruleContext: (now) => aContext({ now }),
  originFacts: () => ({}),
  wait: async () => {},
  kick: () => {},
  onFault: (error) => {
    throw error;
  },
  ...overrides,
});
