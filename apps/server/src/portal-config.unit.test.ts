import { expect, test } from 'vitest';
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

test('[SH-14] the page knows the release it is of', () => {
  expect(configAt('scope', 'localhost').version).toMatch(/^1\.\d+\.\d+$/);
});

test('[SH-08] the drive brand of the demo has Feedback and Support instead of a launcher', () => {
  expect(configAt('scope', 'localhost').brand).toMatchObject({ hasLauncher: true, hasFeedback: false });
  expect(configAt('drive', 'localhost').brand).toMatchObject({ hasLauncher: false, hasFeedback: true });
});
