import { iso } from '@foyer/contract/vocabulary/instants';
import type { Command, Lines } from './command.ts';
import { byOf, given, signedLike } from './parts.ts';

const by = signedLike('"new in the team"');
const email = { what: 'the address they sign in with', example: 'jo@vendor.example' };

const secondStepLines = (secret: string | null): Lines =>
  secret === null ? [] : [`Secret for the authenticator app: ${secret}`];

/** Commands for the accounts of operators (OP-01). */
export const operatorCommands: Readonly<Record<string, Command>> = {
  'operators add': {
    summary:
      'Give an operator access to the operator site. Shows the first password, once; it works for one sign-in within 24 hours',
    options: {
      email,
      name: {
        what: 'their name, as the audit log shows it; the email address if omitted',
        example: '"Jo Weber"',
        longest: 100,
        optional: true,
      },
      role: { what: 'support, billing, catalogue or admin; several with commas', example: 'support,billing' },
      'second-step': {
        what: '"no" lets them sign in without a one-time code, except admin and billing; "yes" if omitted',
        example: 'no',
        words: ['yes', 'no'],
        optional: true,
      },
      ...by,
    },
    run: async (operator, values) => {
      const { id, password, secret } = await operator.addOperator(
        {
          email: given(values, 'email'),
          name: values.name ?? given(values, 'email'),
          roles: given(values, 'role'),
          secondStep: values['second-step'] !== 'no',
        },
        byOf(values),
      );
      return [
        `${given(values, 'email')} may sign in at /operator/ (${id}).`,
        `Password: ${password}`,
        'It works for one sign-in within 24 hours; the operator site then asks for a new one.',
        ...secondStepLines(secret),
      ];
    },
  },
  'operators disable': {
    summary: 'Remove the access of an operator to the operator site immediately',
    options: { email, ...by },
    run: async (operator, values) => {
      await operator.disableOperator(given(values, 'email'), byOf(values));
      return [`${given(values, 'email')} is signed out and cannot sign in any more.`];
    },
  },
  'operators list': {
    summary: 'Show the operators, also those whose access was removed',
    options: {},
    run: async (operator) => {
      const list = await operator.listOperators();
      const rows = list.map(({ email, name, roles, secondStep, lastSignInAt, disabledAt }) =>
        [
          `  ${email.padEnd(32)}`,
          name,
          roles.join(','),
          secondStep ? 'second step' : 'password only',
          lastSignInAt === null ? 'never signed in' : `last ${iso(lastSignInAt)}`,
          ...(disabledAt === null ? [] : [`disabled since ${iso(disabledAt)}`]),
        ].join('  '),
      );
      return [`Operators: ${list.length}`, ...rows];
    },
  },
};
