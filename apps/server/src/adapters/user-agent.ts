import bowser from 'bowser';
import type { DescribeDevice } from '../services/identity/place-ports.ts';

const kinds = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet' } as const;

const isKind = (type: string | undefined): type is keyof typeof kinds =>
  type !== undefined && Object.hasOwn(kinds, type);

/** Returns names without versions. A customer who looks for a foreign sign-in does not need versions. */
export const describeDevice: DescribeDevice = (userAgent) => {
  if (!userAgent) return { browser: null, system: null, kind: 'unknown' };
  const { browser, os, platform } = bowser.parse(userAgent);
  return {
    browser: browser.name || null,
    system: os.name || null,
    kind: isKind(platform.type) ? kinds[platform.type] : 'unknown',
  };
};
