import type { DueList } from '../services/operator/ports.ts';
import type { Command, Lines } from './command.ts';

/** The messages to products that were given up, with what the last try came to. */
export const failedHookLines = ({ failedHooks }: Pick<DueList, 'failedHooks'>): Lines => [
  `Messages to products given up: ${failedHooks.length}`,
  ...failedHooks.map(({ failedAt, id, product, attempts, lastHttpStatus, lastError }) =>
    [
      `  ${new Date(failedAt).toISOString()}`,
      id,
      product,
      `${attempts} tries`,
      lastError ?? `status ${lastHttpStatus}`,
    ].join('  '),
  ),
];

/** What the vendor's products are told (BY-08). */
export const hookCommands: Readonly<Record<string, Command>> = {
  'hooks list': {
    summary: 'Show the messages to products that were given up',
    options: {},
    run: async (operator) => failedHookLines(await operator.listDue(null)),
  },
  'hooks retry': {
    summary: 'Send a message to a product again that was given up',
    options: {
      id: { what: 'id of the message, as "hooks list" shows it', example: 'msg_01J…' },
      reason: { what: 'why it is done; it is kept for good', example: '"the product is back"' },
      by: { what: 'who does it', example: 'jo@vendor.example' },
    },
    run: async (operator, values) => {
      await operator.redrive(values.id ?? '', { actor: values.by ?? '', reason: values.reason ?? '' });
      return ['It is in the queue again.'];
    },
  },
};
