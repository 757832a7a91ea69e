import { expect, test } from 'vitest';
import type { OperatorCommands } from '../compose/operator-commands.ts';
import { Refused } from '../services/refused.ts';
import { runCommand } from './run-command.ts';

test('[O16] a command whose database does not answer in time says so, with what to do', async () => {
  const listDue = () => Promise.reject(new Refused('UNAVAILABLE'));
  expect(await runCommand(['due'], async () => ({ listDue }) as unknown as OperatorCommands)).toEqual({
    code: 1,
    out: ['due: the database did not answer in time. Check whether the command was carried out, and run it again.'],
  });
});
