import { describe, expect, test } from 'vitest';
import { aSubscription } from '../testing/builders.ts';
import { aCatalogue } from '../testing/catalogue.ts';
import {
  checkExport,
  holdsControlled,
  isControlled,
  isSameDomain,
  isSameParty,
  type ScreeningLists,
  screenByLists,
} from './screen.ts';

const lists: ScreeningLists = {
  reviewCountries: ['CU'],
  denyCountries: ['KP'],
  reviewDomains: ['institute.example'],
  denyDomains: ['Denied.example'],
};
const ada = { country: 'US', email: 'ada@vendor.example', name: 'Ada Byron', organization: '' };

test.each([
  ['no match in a list', {}, 'clear'],
  ['a review country', { country: 'CU' }, 'review'],
  ['a denied country', { country: 'KP' }, 'deny'],
  ['a review domain', { email: 'ada@institute.example' }, 'review'],
  ['a subdomain of it', { email: 'ada@lab.Institute.Example' }, 'review'],
  ['a domain with the same ending', { email: 'ada@myinstitute.example' }, 'clear'],
  ['the name before the at sign', { email: 'institute.example@vendor.example' }, 'clear'],
  ['a denied domain in a review country', { country: 'CU', email: 'a@denied.example' }, 'deny'],
] as const)('[EX-01] %s', (_what, facts, verdict) => {
  expect(screenByLists({ ...ada, ...facts }, lists)).toBe(verdict);
});

describe('[EX-01] a decision about the account takes precedence over the screening', () => {
  test.each([
    ['none', 'clear', null],
    ['none', 'review', 'NEEDS_REVIEW'],
    ['none', 'deny', 'EXPORT_DENIED'],
    ['pending', 'clear', 'NEEDS_REVIEW'],
    ['denied', 'clear', 'EXPORT_DENIED'],
    ['cleared', 'review', null],
    ['cleared', 'deny', null],
  ] as const)('%s, screened %s: %s', (status, verdict, type) => {
    expect(checkExport(status, verdict)?.type ?? null).toBe(type);
  });
});

describe('[EX-01] a clearance holds for the facts that it was given for', () => {
  const cleared = { country: 'CU', firstName: 'Ada', lastName: 'Byron', organization: 'Vendor' };

  test.each([
    ['the same', {}, true],
    ['another spelling in capitals', { lastName: 'BYRON' }, true],
    ['another country', { country: 'US' }, false],
    ['another first name', { firstName: 'Eve' }, false],
    ['another last name', { lastName: 'Lovelace' }, false],
    ['another company', { organization: 'Institute' }, false],
  ])('address with %s', (_what, facts, isSame) => {
    expect(isSameParty(cleared, { ...cleared, ...facts })).toBe(isSame);
  });

  test.each([
    ['eve@VENDOR.example', true],
    ['ada@lab.vendor.example', false],
    ['ada@institute.example', false],
  ])('email address %s', (email, isSame) => {
    expect(isSameDomain('ada@vendor.example', email)).toBe(isSame);
  });
});

test.each([
  ['scope', true],
  ['drive', false],
  ['iot', false],
] as const)('%s is export-controlled: %s', (product, controlled) => {
  expect(isControlled(aCatalogue(), { product })).toBe(controlled);
});

test.each([
  ['an active scope plan', { product: 'scope', status: 'active' }, true],
  ['a scope purchase whose payment is undecided', { product: 'scope', status: 'incomplete' }, true],
  ['a scope plan that ended', { product: 'scope', status: 'canceled' }, false],
  ['a drive plan', { product: 'drive', status: 'active' }, false],
] as const)('[EX-01] %s is held and controlled: %s', (_what, row, held) => {
  expect(holdsControlled({ subscriptions: [aSubscription(row)] }, aCatalogue())).toBe(held);
});
