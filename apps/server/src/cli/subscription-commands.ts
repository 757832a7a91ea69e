import { iso } from '@foyer/contract/vocabulary/instants';
import type { LiveSubscription } from '../services/operator/ports.ts';
import type { Command } from './command.ts';
import { account, byOf, given, signedLike } from './parts.ts';

const options = {
  subscription: { what: 'its id, as "subscriptions list" shows it', example: 'sub_01J…' },
  ...signedLike('"dispute lost, ticket 4711"'),
};
const refusals = { not_found: 'no subscription has this id. "subscriptions list" shows the ids of a customer.' };

/** End of a subscription. A perpetual licence has a distant end in the database, because every period has one. */
const until = ({ status, term, currentPeriodEnd: end }: LiveSubscription): string => {
  if (status === 'requested') return 'by agreement';
  if (term === 'perpetual') return 'for good';
  return end === null ? 'without an end' : `until ${iso(end)}`;
};

/** Commands that list, accept and end subscriptions of customers (decisions 16 and 53). */
export const subscriptionCommands: Readonly<Record<string, Command>> = {
  'subscriptions list': {
    summary: 'Show the subscriptions and licences of a customer, with their ids',
    options: { account },
    run: async (operator, values) => {
      const list = await operator.listSubscriptions(given(values, 'account'));
      return [
        `Subscriptions: ${list.length}`,
        ...list.map((subscription) =>
          [`  ${subscription.id}`, subscription.planId, subscription.status, until(subscription)].join('  '),
        ),
      ];
    },
  },
  'subscriptions accept': {
    summary: 'Accept a request for a plan by agreement, which begins now; the customer gets an email',
    options,
    refusals,
    run: async (operator, values) => {
      const id = given(values, 'subscription');
      const { replaced } = await operator.acceptRequest(id, byOf(values));
      return [
        `Request ${id} is accepted, and the plan has begun.`,
        ...replaced.map((other) => `Subscription ${other} has ended, because the plan replaces it.`),
      ];
    },
  },
  'subscriptions end': {
    summary: 'End a subscription or a licence immediately, without a refund; the customer gets an email',
    options,
    refusals,
    run: async (operator, values) => {
      const id = given(values, 'subscription');
      const { voidedInvoices } = await operator.endSubscription(id, byOf(values));
      return [`Subscription ${id} has ended.`, ...voidedInvoices.map((invoice) => `Receipt ${invoice} is void.`)];
    },
  },
};
