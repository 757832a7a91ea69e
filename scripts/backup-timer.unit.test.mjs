import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeTempFolder } from '../apps/server/test/temp-folder.ts';
import { ROOT } from './bootstrap.mjs';

const { path: folder, remove } = makeTempFolder('backup-timer');
afterAll(remove);

/** Lines of a unit of systemd, without comments. */
const linesOf = (unit) =>
  readFileSync(path.join(ROOT, 'deploy', unit), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

const own = linesOf('foyer-backup.service');

test('the unit of the backup is locked in as that of the server is', () => {
  const server = linesOf('foyer.service');
  const limits = server.slice(server.indexOf('ProtectSystem=strict'), server.indexOf('UMask=0077') + 1);
  expect(limits.length).toBeGreaterThan(20);
  expect(own).toEqual(expect.arrayContaining([...limits, 'DynamicUser=yes', 'StateDirectoryMode=0700']));
  expect(own.filter((line) => /^EnvironmentFile=\//.test(line))).toEqual(
    server.filter((line) => line.startsWith('EnvironmentFile=')),
  );
});

test('the timer starts the unit of the same name each day, also after the machine was off', () => {
  expect(existsSync(path.join(ROOT, 'deploy/foyer-backup.timer'))).toBe(true);
  expect(linesOf('foyer-backup.timer')).toEqual(
    expect.arrayContaining(['OnCalendar=*-*-* 02:00:00', 'Persistent=true', 'WantedBy=timers.target']),
  );
});

/** Runs the commands of the unit one after another, as systemd does for a oneshot unit, with a stand-in of `foyer`. */
const runUnit = (script) => {
  const foyer = path.join(folder, 'foyer');
  writeFileSync(foyer, `#!/bin/sh\n${script}\n`);
  chmodSync(foyer, 0o755);
  const keepDays = own.find((line) => line.startsWith('Environment=KEEP_DAYS=')).split('=')[2];
  for (const line of own.filter((each) => each.startsWith('ExecStart='))) {
    const command = line
      .slice('ExecStart='.length)
      .replaceAll('/opt/foyer/bin/foyer', foyer)
      .replaceAll(/%([%S])/g, (_, letter) => (letter === 'S' ? folder : '%'))
      .replaceAll(/\$\{KEEP_DAYS\}/g, keepDays);
    const [program, ...args] = command.match(/'[^']*'|[^\s']+/g).map((word) => word.replace(/^'(.*)'$/, '$1'));
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    if (status !== 0) return { status, stderr };
  }
  return { status: 0, stderr: '' };
};

test('a backup gets the time as its name; older ones than 30 days are deleted after one that succeeded', () => {
  // with DynamicUser, systemd makes the folder in `private` and links it
  const backups = path.join(folder, 'private/foyer-backups');
  mkdirSync(backups, { recursive: true });
  symlinkSync('private/foyer-backups', path.join(folder, 'foyer-backups'));
  const put = (name, days) => {
    writeFileSync(path.join(backups, name), 'rows');
    const at = Date.now() / 1000 - days * 86_400;
    utimesSync(path.join(backups, name), at, at);
  };
  const kept = ['2026-10-29T020000Z.backup', 'move.txt'];
  const old = ['2026-10-01T020000Z.backup', '2026-10-02T020000Z.backup.77.partial'];
  put(kept[0], 29);
  put(kept[1], 90);
  for (const name of old) put(name, 40);

  expect(runUnit('echo "no database" >&2; exit 1')).toEqual({ status: 1, stderr: 'no database\n' });
  expect(readdirSync(backups).toSorted()).toEqual([...kept, ...old].toSorted());

  expect(runUnit('[ "$1" = backup ] && echo rows > "$2"')).toEqual({ status: 0, stderr: '' });
  const added = readdirSync(backups).filter((name) => !kept.includes(name));
  expect(added).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{6}Z\.backup$/)]);
  expect(readdirSync(backups)).toEqual(expect.arrayContaining(kept));
});
