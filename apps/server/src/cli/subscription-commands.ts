import type { By } from '../services/operator/ports.ts';
import type { Command } from './command.ts';
import type { Values } from './read-arguments.ts';

const by = {
  reason: { what: 'why it is done; it is kept for good', example: '"dispute lost, ticket 4711"' },
  by: { what: 'who does it', example: 'jo@vendor.example' },
};

const given = (values: Values, name: string): string => values[name] ?? '';
const byOf = (values: Values): By => ({ actor: given(values, 'by'), reason: given(values, 'reason') });
const until = (end: number | null): string =>
  end === null ? 'without an end' : `until ${new Date(end).toISOString()}`;

/** What customers have, and taking it away (decision 16). */
export const subscriptionCommands: Readonly<Record<string, Command>> = {
  'subscriptions list': {
    summary: 'Show what a customer has at this moment, with the ids',
    options: { account: { what: 'id of the account, or the e-mail address of its user', example: 'ada@example.com' } },
    run: async (operator, values) => {
      const list = await operator.listSubscriptions(given(values, 'account'));
      return [
        `Subscriptions: ${list.length}`,
        ...list.map(({ id, planId, status, currentPeriodEnd }) =>
          [`  ${id}`, planId, status, until(currentPeriodEnd)].join('  '),
        ),
      ];
    },
  },
  'subscriptions end': {
    summary: 'End a subscription or a licence at once; nothing is given back by it, and the customer is told',
    options: { subscription: { what: 'its id, as "subscriptions list" shows it', example: 'sub_01J…' }, ...by },
    run: async (operator, values) => {
      const id = given(values, 'subscription');
      const { voidedInvoices } = await operator.endSubscription(id, byOf(values));
      return [`Subscription ${id} has ended.`, ...voidedInvoices.map((invoice) => `Invoice ${invoice} is void.`)];
    },
  },
};
