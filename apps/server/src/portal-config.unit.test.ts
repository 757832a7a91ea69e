import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { demoVendor } from '../test/demo-vendor.ts';
import { portalConfigFor } from './portal-config.ts';

const configAt = portalConfigFor({
  vendor: demoVendor,
  oidc: null,
  stripe: null,
  smtp: null,
  addressChange: 'support',
  developmentHosts: ['localhost', 'drive.localhost'],
});

test.each([
  ['localhost', 'development', true],
  ['drive.localhost', 'development', true],
  ['unknown.localhost', 'production', false],
])('[SH-14] at %s the environment is %s', (hostname, environment, mailbox) => {
  expect(configAt('scope', hostname)).toMatchObject({ environment, mailbox });
});

test('[SH-14] the page gets the version of package.json', () => {
  expect(configAt('scope', 'localhost').version).toBe(packageJson.version);
});

test('[SH-08] the drive brand of the demo has Feedback and Support instead of a launcher', () => {
  expect(configAt('scope', 'localhost').brand).toMatchObject({ hasLauncher: true, hasFeedback: false });
  expect(configAt('drive', 'localhost').brand).toMatchObject({ hasLauncher: false, hasFeedback: true });
});
