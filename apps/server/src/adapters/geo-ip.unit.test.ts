import { beforeAll, expect, test } from 'vitest';
import type { PlaceOf } from '../services/identity/place-ports.ts';
import { openGeoIp } from './geo-ip.ts';

let placeOf: PlaceOf;
beforeAll(async () => {
  placeOf = await openGeoIp();
});

test.each([
  ['8.8.8.8', 'US', 'United States'],
  ['91.0.0.1', 'DE', 'Germany'],
  ['::ffff:91.0.0.1', 'DE', 'Germany'],
  ['2001:4860:4860::8888', 'US', 'United States'],
])('[BY-01] %s is registered in %s', (address, code, name) => {
  expect(placeOf(address)).toEqual({ country_code: code, country_name: name });
});

// 192.168.1.1 and 10.x stand in the table by mistake of their registries.
test.each([
  null,
  '',
  'not an address',
  '127.0.0.1',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.1.1',
  '0.0.0.0',
  '255.255.255.255',
  '::1',
  'fe80::1',
  'fd00::1',
  '::ffff:192.168.1.1',
])('[BY-01] nobody can say where %s is', (address) => {
  expect(placeOf(address)).toBeNull();
});
