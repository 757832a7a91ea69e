import { iso } from '@foyer/contract/vocabulary/instants';
import type { DueList } from '../services/operator/ports.ts';
import type { Command, Lines } from './command.ts';
import { byOf, given, listed, signedLike } from './parts.ts';

/** Lines about failed messages to products, with the result of their last try. */
export const failedHookLines = ({ failedHooks }: Pick<DueList, 'failedHooks'>): Lines =>
  listed(
    'Messages to products given up',
    failedHooks,
    ({ failedAt, id, product, attempts, lastHttpStatus, lastError }) => [
      [`  ${iso(failedAt)}`, id, product, `${attempts} tries`, lastError ?? `status ${lastHttpStatus}`].join('  '),
    ],
  );

/** Commands for messages to the vendor's products (BY-08). */
export const hookCommands: Readonly<Record<string, Command>> = {
  'hooks list': {
    summary: 'Show the messages to products that were given up',
    options: {},
    run: async (operator) => failedHookLines(await operator.listDue(null)),
  },
  'hooks retry': {
    summary: 'Send a message to its product again, given up or delivered',
    options: {
      id: { what: 'id of the message, as "hooks list" or the page Webhooks shows it', example: 'msg_01J…' },
      ...signedLike('"the product is back"'),
    },
    run: async (operator, values) => {
      await operator.resendHook(given(values, 'id'), byOf(values));
      return [`Message ${given(values, 'id')} is in the queue again.`];
    },
  },
  'hooks test': {
    summary: 'Send a signed test message (webhook.test) to the endpoint of a product',
    options: {
      product: { what: 'key of the product in PRODUCT_HOOKS', example: 'storage' },
      ...signedLike('"new endpoint"'),
    },
    refusals: {
      not_found:
        'PRODUCT_HOOKS has no endpoint of this product. Give the command PRODUCT_HOOKS and PRODUCT_HOOK_SECRET of the server, or check --product.',
    },
    run: async (operator, values) => {
      const { id } = await operator.sendTestHook(given(values, 'product'), byOf(values));
      return [`Test message ${id} is in the queue. The page Webhooks of the operator site shows the answer.`];
    },
  },
};
