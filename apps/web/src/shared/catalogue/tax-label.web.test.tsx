import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TaxLabel } from './tax-label.tsx';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['en', 'Boston MA', 8.25, 'Tax, Boston MA (8.25%)'],
  ['de', 'Boston MA', 8.25, 'Tax, Boston MA (8,25%)'],
  ['en', 'MA', 6.25, 'Tax, MA (6.25%)'],
  ['en', '', 0, 'Tax (0%)'],
  ['en', '<b>Bo</b><0/> MA', 8.25, 'Tax, <b>Bo</b><0/> MA (8.25%)'],
])('[BY-05, PY-06] the rate is written as in %s, with where it is from: %j', (locale, place, percent, text) => {
  // the words are the source's own in both: here only the number counts
  vi.stubEnv('FOYER_LANGUAGE', locale);
  const { container } = render(<TaxLabel place={place} percent={percent} />);
  expect(container.textContent).toBe(text);
});
