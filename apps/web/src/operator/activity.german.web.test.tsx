import { expect, test } from 'vitest';
import { anEntry } from '../testing/open-operator-site.tsx';
import { eventText } from './customer/event-texts.ts';

test.each([
  ['subscription', 'activated', 'Drive Starter hat begonnen'],
  ['subscription', 'recovered', 'Überfällige Zahlung für Drive Starter eingegangen'],
  ['payment', 'declined', 'Zahlung von 32,20 $ abgelehnt'],
  ['refund', 'succeeded', 'Erstattung von 32,20 $ erfolgreich'],
] as const)('[OP-02] [BY-05] an event is a German sentence: %s %s', (kind, type, text) => {
  const said = eventText(anEntry({ kind, type, amountCents: 3220 }), 'Drive Starter');
  expect(said.replaceAll('\u00a0', ' ')).toBe(text);
});
