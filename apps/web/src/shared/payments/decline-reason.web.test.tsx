import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DeclineReason } from './decline-reason.tsx';

const card = { brand: 'visa', last4: '0341' };

test.each([
  ['Your card was declined.', 'Visa •••• 0341 was declined on Mar 12, 2026.'],
  ['Ihre Karte wurde abgelehnt.', 'Visa •••• 0341 was declined on Mar 12, 2026.'],
  ['Ihre Karte ist abgelaufen.', 'Ihre Karte ist abgelaufen (Visa •••• 0341, Mar 12, 2026).'],
])(
  '[PY-05] [BY-05] the reason "%s" names the card and the day, and a message without a reason is not repeated',
  (message, text) => {
    const { container } = render(<DeclineReason message={message} card={card} at="2026-03-12T09:00:00Z" />);
    expect(container.textContent?.replaceAll('\u{a0}', ' ')).toBe(text);
  },
);
