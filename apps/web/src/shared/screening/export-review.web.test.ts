import { afterEach, expect, test } from 'vitest';
import { config } from '../../lib/config.ts';
import { exportContact } from './export-review.tsx';

const { contacts } = config;
afterEach(() => {
  config.contacts = contacts;
});

test.each([
  ['the export contact', contacts, 'export@arcwave.example'],
  [
    'support where the vendor names no export contact',
    { ...contacts, exportControlEmail: undefined },
    'help@arcwave.example',
  ],
  ['nobody', { ...contacts, exportControlEmail: undefined, supportEmail: null }, null],
])('[EX-01] questions about a review go to %s', (_who, named, email) => {
  config.contacts = named as typeof contacts;
  expect(exportContact()).toBe(email);
});
