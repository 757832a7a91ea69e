import type { Command } from './command.ts';
import { byOf, given, iso, signedLike } from './parts.ts';

const by = signedLike('"dispute lost, ticket 4711"');

const until = (end: number | null): string => (end === null ? 'without an end' : `until ${iso(end)}`);

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
