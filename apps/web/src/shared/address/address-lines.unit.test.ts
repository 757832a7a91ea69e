import { expect, test } from 'vitest';
import { anAddress } from '../../testing/builders.ts';
import { addressee, addressInOneLine, streetLines } from './address-lines.ts';

const hebrew = anAddress({
  firstName: 'עדה',
  lastName: '',
  addressLine1: 'רחוב 1',
  city: 'תל אביב',
  state: '',
  postalCode: '61000',
  country: 'IL',
});

test('[AD-03] what is written from right to left keeps its direction to itself', () => {
  expect(addressee(hebrew)).toEqual(['\u2068עדה\u2069', 'Analytical']);
  expect(addressInOneLine(hebrew)).toMatch(/^\u2068רחוב 1\u2069, \u2068תל אביב\u2069[ ,]+61000, /);
  expect(streetLines(hebrew).join('|')).toContain('\u2068תל אביב\u2069');
});

test('[AD-03] and everything else is written as it is', () => {
  expect(addressee(anAddress())).toEqual(['Ada Byron', 'Analytical']);
  expect(addressInOneLine(anAddress())).toBe('1 Main St, Boston, MA 02110');
});
