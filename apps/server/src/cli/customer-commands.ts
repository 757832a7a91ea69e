import { type AddressPart, addressLimits } from '@foyer/contract/vocabulary/address-rules';
import { formatCents } from '@foyer/contract/vocabulary/money';
import { Refused } from '../services/refused.ts';
import type { Command } from './command.ts';
import { account, byOf, given, signedLike } from './parts.ts';
import type { OptionSpec, OptionSpecs, Values } from './read-arguments.ts';

const by = signedLike('"moved to Portland, ticket 4711"');

/** CLI option for each part of an address, with an example. */
const partOptions: Readonly<Record<AddressPart, readonly [option: string, what: string, example: string]>> = {
  country: ['country', 'ISO 3166 code of the country', 'US'],
  firstName: ['first-name', 'first name of the person', 'Ada'],
  lastName: ['last-name', 'last name of the person', 'Byron'],
  organization: ['company', 'name of the company', '"Analytical Engines"'],
  addressLine1: ['line1', 'street and number', '"1 Main St"'],
  addressLine2: ['line2', 'second line of the street', '"Suite 2"'],
  city: ['city', 'town', 'Portland'],
  state: ['state', 'state or province, where the country has them', 'OR'],
  postalCode: ['postal-code', 'postal code, where the country has them', '97201'],
  phone1: ['phone', 'telephone number', '15035550100'],
};

const optionalParts: readonly AddressPart[] = ['addressLine2', 'state', 'postalCode', 'phone1'];

/** Longest text an option takes. Spaces and hyphens of a postal code or telephone number are not counted as its length. */
const longest = (part: AddressPart): number => Math.max(addressLimits[part], part === 'country' ? 2 : 40);

const parts = Object.keys(partOptions) as readonly AddressPart[];

const addressOptions: OptionSpecs = Object.fromEntries(
  parts.map((part): [string, OptionSpec] => {
    const [option, what, example] = partOptions[part];
    return [option, { what, example, longest: longest(part), ...(optionalParts.includes(part) && { optional: true }) }];
  }),
);

const addressOf = (values: Values): Record<AddressPart, string> =>
  Object.fromEntries(parts.map((part) => [part, values[partOptions[part][0]] ?? ''])) as Record<AddressPart, string>;

const isPart = (field: string | null | undefined): field is AddressPart => parts.some((part) => part === field);

/** Names the option of the command line in a refusal that names a part of the address. */
const nameOption = (error: unknown): unknown => {
  if (!(error instanceof Refused)) return error;
  const { field } = error.detail;
  if (error.type !== 'INVALID_REQUEST' || !isPart(field)) return error;
  const [option] = partOptions[field];
  return new Refused(error.type, { field, message: error.message.replace(`The field ${field}`, `--${option}`) });
};

/** Commands that change the account of a customer on their behalf (AD-01, OP-02). */
export const customerCommands: Readonly<Record<string, Command>> = {
  'address change': {
    summary: 'Change the address of a customer. Taxes and new receipts use it, and the customer gets an email',
    options: {
      account,
      ...addressOptions,
      'as-typed': {
        what: '"yes" saves the address even if the verifier refuses it; "no" if omitted',
        example: 'yes',
        words: ['yes', 'no'],
        optional: true,
      },
      ...by,
    },
    run: async (operator, values) => {
      const change = { typed: addressOf(values), ignoreValidation: values['as-typed'] === 'yes' };
      const { id } = await operator
        .changeAddress(given(values, 'account'), change, byOf(values))
        .catch((error: unknown) => Promise.reject(nameOption(error)));
      return [`The address is changed (${id}).`];
    },
  },
  'account close': {
    summary: 'Close the account of a customer for good. Ends everything, removes personal data, and sends an email',
    options: { account, ...by },
    refusals: { account_closed: 'the account is already closed. There is nothing left to do.' },
    run: async (operator, values) => {
      const { creditCents } = await operator.closeAccount(given(values, 'account'), byOf(values));
      return [
        `Account ${given(values, 'account')} is closed.`,
        ...(creditCents > 0 ? [`Credit left, to be paid out: ${formatCents(creditCents)}.`] : []),
      ];
    },
  },
};
