import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DeclineReason } from './decline-reason.tsx';

const card = { brand: 'visa', last4: '0341' };

test.each([
  ['Your card was declined.', 'Visa •••• 0341 was declined.'],
  ['Ihre Karte wurde abgelehnt.', 'Visa •••• 0341 was declined.'],
  ['Ihre Karte ist abgelaufen.', 'Ihre Karte ist abgelaufen (Visa •••• 0341).'],
])(
  '[PY-05] [BY-05] the reason "%s" names the card, and a message without a reason is not repeated',
  (message, text) => {
    const { container } = render(<DeclineReason message={message} card={card} />);
    expect(container.textContent?.replaceAll('\u{a0}', ' ')).toBe(text);
  },
);
