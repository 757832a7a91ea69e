import { describe, expect, test } from 'vitest';
import { useShop } from '../../test/use-harness.ts';
import { commands } from './commands.ts';
import { runCommand } from './run-command.ts';

const h = useShop({ queue: 'real' });

const signed = ['--reason', 'ticket 4711', '--by', 'jo@vendor.example'];
const run = (...args: string[]) => runCommand(args, async () => h.operator);

describe('the line that is typed', () => {
  const words = (...args: string[]) => runCommand(args, () => Promise.reject(new Error('no database is needed')));

  test('help tells every command and its options, without a database', async () => {
    const { code, out } = await words('--help');
    expect(code).toBe(0);
    for (const [name, { options }] of Object.entries(commands)) {
      expect(out.join('\n')).toContain(name);
      const help = await words(name, '--help');
      expect(help.code).toBe(0);
      for (const option of Object.keys(options)) expect(help.out.join('\n')).toContain(`--${option}`);
    }
  });

  test.each([
    ['nothing', []],
    ['an unknown command', ['constructor']],
    ['an unknown option', ['due', '--force', 'yes']],
    ['no reason', ['void', '--invoice', 'R-000001', '--by', 'jo']],
    ['an empty name', ['void', '--invoice', 'R-000001', '--reason', 'x', '--by', '  ']],
    ['a fraction of a cent', ['grant-credit', '--account', 'a', '--cents', '12.5', '--reason', 'x', '--by', 'jo']],
    ['nothing to grant', ['grant-credit', '--account', 'a', '--cents', '0', '--reason', 'x', '--by', 'jo']],
    ['no moment', ['due', '--until', 'tomorrow']],
  ])('%s: told what is wrong, nothing done', async (_title, args) => {
    expect((await words(...args)).code).toBe(2);
  });

  test('names nobody has are refused in words', async () => {
    for (const args of [
      ['refund', '--invoice', 'R-999999'],
      ['void', '--invoice', 'inv_x'],
      ['grant-credit', '--account', 'nobody@example.com', '--cents', '5'],
    ])
      expect(await run(...args, ...signed)).toEqual({ code: 1, out: ['There is nothing of that name.'] });
  });
});
