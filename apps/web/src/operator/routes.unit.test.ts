import { expect, test } from 'vitest';
import { parseRoute, routeFor } from './routes.ts';

test.each([
  ['/', { page: 'customers', id: null }],
  ['/customers/acc_1', { page: 'customers', id: 'acc_1' }],
  ['/customers/', { page: 'customers', id: null }],
  ['/codes/ppd-abc', { page: 'codes', id: 'ppd-abc' }],
  ['/reviews/rev_1', { page: 'reviews', id: null }],
  ['/audit', { page: 'audit', id: null }],
  ['/password', { page: 'password', id: null }],
  ['/codes/%E0%A4%A', { page: 'codes', id: null }],
  ['/toString', { page: 'customers', id: null }],
  ['/signin', { page: 'customers', id: null }],
])('[OP-01] %s leads to %o', (path, place) => {
  expect(parseRoute(path)).toEqual(place);
});

test.each([
  ['/', ['support'], 'customers'],
  ['/', ['admin'], 'customers'],
  ['/', ['catalogue'], 'codes'],
  ['/audit', ['catalogue'], 'audit'],
])('[OP-01] %s of somebody with the roles %s is the page %s', (path, roles, page) => {
  expect(routeFor(path, roles).page).toBe(page);
});
