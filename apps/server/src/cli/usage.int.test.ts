import { describe, expect, test } from 'vitest';
import { makeHolder, starterYearly } from '../../test/shop.ts';
import { useShop } from '../../test/use-harness.ts';
import { commands } from './commands.ts';
import { runCommand } from './run-command.ts';

const h = useShop({ queue: 'real' });

const auditOptions = ['--reason', 'ticket 4711', '--by', 'jo@vendor.example'];
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
    ['no reason', ['void', '--receipt', 'R-000001', '--by', 'jo']],
    ['an empty name', ['void', '--receipt', 'R-000001', '--reason', 'x', '--by', '  ']],
    ['a fraction of a cent', ['grant-credit', '--account', 'a', '--cents', '12.5', '--reason', 'x', '--by', 'jo']],
    ['nothing to grant', ['grant-credit', '--account', 'a', '--cents', '0', '--reason', 'x', '--by', 'jo']],
    ['no moment', ['due', '--until', 'tomorrow']],
  ])('%s: told what is wrong, nothing done', async (_title, args) => {
    expect((await words(...args)).code).toBe(2);
  });

  const credit = ['grant-credit', '--account', 'a', '--reason', 'x', '--by', 'jo'];
  const jo = ['operators', 'add', '--email', 'jo@vendor.example', '--role', 'admin', '--reason', 'x', '--by', 'jo'];
  test.each([
    ['a value twice', [...jo, '--email', 'eve@vendor.example'], '--email was given 2 times; it takes one value'],
    ['a negative amount', [...credit, '--cents', '-5'], '--cents must be a whole number from 1 to 10000000, not "-5"'],
    ['too much', [...credit, '--cents', '10000001'], 'from 1 to 10000000, not "10000001"'],
    ['a forgotten value', [...credit, '--cents', '--account', 'b'], '--cents has no value: --account follows it'],
    [
      'words without quotes',
      [...credit, '--cents', '5', 'a', 'gift'],
      '"a" belongs to no option; put a value with spaces',
    ],
    ['an option that is none', ['due', '--force=yes'], 'There is no option --force'],
    ['neither yes nor no', [...jo, '--second-step', 'maybe'], '--second-step must be yes or no, not "maybe"'],
    ['a day that is none', ['due', '--until', '2027-02-30'], '--until must be a moment such as'],
    ['a moment without its zone', ['due', '--until', '2027-02-03T10:00'], '--until must be a moment such as'],
    [
      'two lines',
      [...credit.with(4, 'one\ntwo'), '--cents', '5'],
      '--reason must be one line of at most 500 characters',
    ],
    [
      'a reason without words',
      [...credit.with(4, '...'), '--cents', '5'],
      '--reason must say why you do this, for the audit log, such as "',
    ],
    ['a long reason', [...credit.with(4, 'x'.repeat(501)), '--cents', '5'], '--reason must be one line of at most 500'],
    ['a name of 101', [...jo, '--name', 'x'.repeat(101)], '--name must be one line of at most 100 characters'],
  ])('%s: the first line says so', async (_title, args, first) => {
    const { code, out } = await words(...args);
    expect([code, out[0]]).toEqual([2, expect.stringContaining(first)]);
  });

  test('an option that is none is one mistake, whatever stands behind it', async () => {
    const { out } = await words('due', '--force', 'yes', '--until=2027-02-03');
    expect(out.filter((line) => /force|yes/.test(line))).toEqual(['There is no option --force']);
  });

  test('a word that several commands begin with shows them, and them alone', async () => {
    const alone = await words('refunds');
    expect([alone.code, alone.out[0]]).toEqual([2, 'There is no command "refunds". There are:']);
    const shown = alone.out.filter((line) => line.startsWith('  ')).map((line) => line.trim().split('  ')[0]);
    expect(shown).toEqual(['refunds list', 'refunds book', 'refunds from-credit', 'refunds dismiss']);
    expect((await words('refunds', 'lst')).out[0]).toBe('There is no command "refunds lst". There are:');
    expect(await words('refunds', '--help')).toMatchObject({ code: 0, out: alone.out.slice(2) });
  });

  test.each([
    [['-h'], ['--help']],
    [['help', 'help'], ['--help']],
    [['--help', '-h'], ['--help']],
    [
      ['help', 'refund'],
      ['refund', '--help'],
    ],
    [
      ['help', 'operators', 'add'],
      ['operators', 'add', '--help'],
    ],
    [
      ['help', 'refunds'],
      ['refunds', '--help'],
    ],
    [
      ['refund', '-h'],
      ['refund', '--help'],
    ],
  ])('%j is asked as %j', async (typed, asked) => {
    expect(await words(...typed)).toEqual(await words(...asked));
    expect((await words(...typed)).code).toBe(0);
  });

  test('names nobody has are refused in words', async () => {
    for (const [reason, args] of [
      ['no receipt has this id or number. Check it.', ['refund', '--receipt', 'R-999999']],
      ['no receipt has this id or number. Check it.', ['void', '--receipt', 'inv_x']],
      [
        'no account has this id or email address. Check it.',
        ['grant-credit', '--account', 'nobody@example.com', '--cents', '5'],
      ],
    ] as const)
      expect(await run(...args, ...auditOptions)).toEqual({ code: 1, out: [`${args[0]} ${args[2]}: ${reason}`] });
  });

  test('a receipt is found however its number is typed', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    const [receipt] = await h.receipts(customer);
    const number = receipt?.invoice ?? '';
    expect(number).toMatch(/^R-0\d+$/);
    const digits = String(Number(number.slice(2)));
    for (const typed of [` ${number.toLowerCase()} `, `R-${digits}`, `r - ${digits}`])
      expect(await run('refund', '--receipt', typed, '--cents', '5', ...auditOptions), typed).toMatchObject({
        code: 0,
      });
    for (const command of ['refund', 'void', 'write-off'])
      expect(await run(command, '--receipt', digits, ...auditOptions)).toEqual({
        code: 1,
        out: [`${command} ${digits}: no receipt has this id or number. Check it.`],
      });
  });

  test('the former name of an option is accepted, and the option is given once under both names', async () => {
    const { customer } = await makeHolder(h, starterYearly);
    const [receipt] = await h.receipts(customer);
    const number = receipt?.invoice ?? '';
    expect(await run('refund', '--invoice', number, '--cents', '5', ...auditOptions)).toMatchObject({ code: 0 });
    const both = await run('refund', '--invoice', number, '--receipt', number, ...auditOptions);
    expect([both.code, both.out[0]]).toEqual([2, '--receipt was given 2 times; it takes one value']);
  });

  test('credit that is not there is no refund that was made', async () => {
    const { accountId } = await h.makeCustomer();
    const payOut = (...cents: string[]) => run('credit', 'pay-out', '--account', accountId, ...cents, ...auditOptions);
    expect(await payOut()).toEqual({ code: 1, out: [`credit pay-out ${accountId}: the account has no credit.`] });
    await run('grant-credit', '--account', accountId, '--cents', '500', ...auditOptions);
    expect(await payOut('--cents', '501')).toEqual({
      code: 1,
      out: [
        `credit pay-out ${accountId}: the account has $5.00 of credit, and $5.01 was requested. Lower the amount, or leave it out.`,
      ],
    });
    expect(await payOut()).toEqual({
      code: 0,
      out: ['$5.00 of credit is recorded as paid back.', 'Credit of the account now: $0.00.'],
    });
  });
});
