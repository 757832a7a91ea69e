import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as messages from './field-messages.tsx';

test.each([
  [messages.required, 'Required'],
  [messages.mustBeEmail, 'Must be a valid email'],
  [messages.mustBeNumber, 'Must be a number'],
  [messages.mustBe8OrFewer, 'Must be 8 or fewer characters'],
  [messages.mustBe8OrMore, 'Must be 8 or more characters'],
  [messages.mustMatchPassword, 'Must match Password above'],
  [messages.mustMatchEmail, 'Must match Email above'],
  [messages.passwordHint, 'Passwords must be 8+ letters or numbers.'],
])('[SC-12, SC-03] %s has the words of the product specification', (message, words) => {
  const { container } = render(message());
  expect(container.textContent).toBe(words);
});
