import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';

/** The examples of examples/webhooks verify messages that the library of Standard Webhooks signed. */

type Program = readonly [program: string, file: string];

interface Message {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
}

const folder = join(import.meta.dirname, '../../../examples/webhooks');
const programs: readonly Program[] = [
  [process.execPath, 'verify.mjs'],
  ['python3', 'verify.py'],
  ['php', 'verify.php'],
  ['sh', 'verify.sh'],
];

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const ID = 'msg_01J8YB3K7C';
const BODY = '{"type":"entitlement.changed","name":"Zoë ✓ \\n"}\n';

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

const signed = (ageSeconds = 0, secret = SECRET): Message => {
  const at = new Date(Date.now() - ageSeconds * 1000);
  return {
    id: ID,
    timestamp: String(Math.floor(at.getTime() / 1000)),
    signature: new Webhook(secret).sign(ID, at, BODY),
  };
};

const verify = ([program, file]: Program, { id, timestamp, signature }: Message, body = BODY): number | null => {
  const message = { WEBHOOK_ID: id, WEBHOOK_TIMESTAMP: timestamp, WEBHOOK_SIGNATURE: signature };
  const env = { ...process.env, ...message, WEBHOOK_SECRET: SECRET };
  return spawnSync(program, [join(folder, file)], { input: body, env }).status;
};

describe.each(programs)('%s %s', (...program) => {
  const run = isInstalled(program[0]) ? test : test.skip;

  run('takes a genuine message, also with a second signature', () => {
    const message = signed();
    const two = { ...message, signature: `${signed(0, OTHER).signature} ${message.signature}` };
    expect([message, two].map((each) => verify(program, each))).toEqual([0, 0]);
  });

  run('refuses every message that is changed, foreign, too old or incomplete', () => {
    const message = signed();
    const [, bare = ''] = message.signature.split(',');
    const refused: readonly [Message, string?][] = [
      [message, BODY.replace('changed', 'charged')],
      [message, BODY.trimEnd()],
      [{ ...message, id: 'msg_other' }],
      [{ ...message, timestamp: 'now' }],
      [{ ...message, signature: `v2,${bare}` }],
      [{ ...message, signature: '' }],
      [signed(0, OTHER)],
      [signed(400)],
    ];
    expect(refused.map((each) => verify(program, ...each))).toEqual(refused.map(() => 1));
  });
});
