import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

/** A clone that belongs to somebody else: everything may be read in it and nothing written. */
const clone = mkdtempSync(path.join(os.tmpdir(), 'foyer-clone-'));
afterAll(() => {
  chmodSync(clone, 0o755);
  rmSync(clone, { recursive: true, force: true });
});
cpSync(import.meta.dirname, path.join(clone, 'scripts'), { recursive: true });
mkdirSync(path.join(clone, 'apps/web'), { recursive: true });
writeFileSync(path.join(clone, 'package-lock.json'), '{"packages":{"node_modules/pg":{"version":"1.0.0"}}}');
chmodSync(clone, 0o555);

const NOBODY = 65_534;
/**
 * Root may write everywhere, so what root starts becomes somebody who may not. It does so by itself: that user may not be
 * able to reach this Node, which lies in a folder of root's.
 */
const becomeNobody = `data:text/javascript,process.setgid(${NOBODY});process.setuid(${NOBODY})`;
const asOrdinary = process.getuid?.() === 0 ? ['--import', becomeNobody] : [];

test.each(['start.mjs', 'test.mjs', 'foyer.mjs'])(
  '%s from a folder that is not ours: one line that says what to do',
  (script) => {
    const args = [...asOrdinary, path.join(clone, 'scripts', script)];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      `Packages are missing, but this user may not write to ${clone}. Start once as its owner, or from a clone of your own.\n`,
    );
  },
);
