import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TaxLabel } from './tax-label.tsx';

test.each([
  ['en', 'Tax, Boston MA (8.25%)'],
  ['de', 'Tax, Boston MA (8,25%)'],
])('[BY-05] the rate is written as in %s', (locale, text) => {
  // the words are the source's own in both: here only the number counts
  const i18n = setupI18n({ locale, messages: { [locale]: {} } });
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <TaxLabel address={{ city: 'Boston', state: 'MA' }} percent={8.25} />
    </I18nProvider>,
  );
  expect(container.textContent).toBe(text);
});
