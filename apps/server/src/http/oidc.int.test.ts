import type { Me, TokenPair } from '@foyer/contract/api/auth';
import { describe, expect, test } from 'vitest';
import { intakeOf, locationOf, openBrowser, pathOf } from '../../test/browser.ts';
import { inject, makeClient } from '../../test/client.ts';
import { PASSWORD } from '../../test/customers.ts';
import { startHarness } from '../../test/harness.ts';
import { CALLBACK, expectRefusalPage, openProviderSite, START } from '../../test/provider-site.ts';
import { ownSignInCalls } from './routes/oidc.ts';

const site = openProviderSite();
const { makeBrowser, toCallback } = site;

const meOf = async (token: string): Promise<Me> => {
  const { body, status } = await site.h.anonymous().post<TokenPair>('/api/auth/tokens', { refreshToken: token });
  expect(status).toBe(200);
  return (await makeClient(site.h.app, body).get<Me>('/api/auth/me')).body;
};

const signIn = async (subject: string, browser = makeBrowser()): Promise<Me> => {
  const address = locationOf(await browser.visit(pathOf(await toCallback(browser, subject))));
  return meOf(intakeOf(address).token);
};

describe('signing in at the provider', () => {
  test('[SE-11] somebody new gets an account, verified, in the brand of the host, and comes back to where they were going', async () => {
    site.provider.accounts.set('new', {
      email: 'nova@else.test',
      email_verified: true,
      given_name: 'Nova',
      family_name: 'Else',
    });
    const browser = makeBrowser('drive.localhost');
    const callback = await toCallback(browser, 'new', '?to=%2Fpayments%3Factive%3Dreceipts');
    expect(callback.startsWith(`http://drive.localhost${CALLBACK}?`)).toBe(true);
    const answer = await browser.visit(pathOf(callback));
    const intake = intakeOf(locationOf(answer));
    expect(intake).toMatchObject({
      origin: 'http://drive.localhost',
      path: '/',
      search: '',
      route: '#/signin',
      to: '/payments?active=receipts',
    });
    const { user } = await meOf(intake.token);
    expect(user).toMatchObject({ email: 'nova@else.test', firstName: 'Nova', lastName: 'Else', emailVerified: true });
    const [account] = await site.h.database.query<{ brand: string }>(
      'SELECT a.brand FROM accounts a JOIN users u ON u.account_id = a.id WHERE u.id = $1',
      [user.id],
    );
    expect(account?.brand).toBe('drive');
  });

  test('[CA-02] a name of which nothing is seen is none', async () => {
    const names = { given_name: '\u200D\u3164', family_name: 'E\u200Dlse' };
    site.provider.accounts.set('unseen', { email: 'unseen@else.test', email_verified: true, ...names });
    expect((await signIn('unseen')).user).toMatchObject({ firstName: '', lastName: 'E\u200Dlse' });
  });

  test('[SE-11] the same person is the same user again, whatever the address is by then', async () => {
    site.provider.accounts.set('same', { email: 'same@else.test', email_verified: true });
    const first = await signIn('same');
    site.provider.accounts.set('same', { email: 'other@else.test', email_verified: false });
    expect((await signIn('same')).user.id).toBe(first.user.id);
  });

  test('[ASVS 16.3.1] the event of the sign-in names the provider', async () => {
    site.provider.accounts.set('noted', { email: 'noted@else.test', email_verified: true });
    const { user } = await signIn('noted');
    expect(
      await site.h.database.query(
        `SELECT e.type, e.method FROM security_events e JOIN users u ON u.account_id = e.account_id WHERE u.id = $1 ORDER BY e.at, e.id`,
        [user.id],
      ),
    ).toEqual([
      { type: 'registered', method: null },
      { type: 'signed_in', method: 'provider' },
    ]);
  });

  test('[SE-11] a customer of ours is known by the address that both sides have verified', async () => {
    const customer = await site.h.database.query<{ id: string }>(
      `WITH a AS (INSERT INTO accounts (id, brand, gateway) VALUES ('acc_old', 'scope', 'sandbox') RETURNING id)
       INSERT INTO users (id, account_id, email, email_verified_at, password_hash)
       SELECT 'usr_old', id, 'old@else.test', now(), 'x' FROM a RETURNING id`,
    );
    site.provider.accounts.set('old', { email: 'OLD@else.test', email_verified: true });
    expect((await signIn('old')).user.id).toBe(customer[0]?.id);
  });

  test('[SE-11] asks with PKCE, state and nonce, different each time, and again after a sign-out', async () => {
    site.provider.accounts.set('asked', { email: 'asked@else.test', email_verified: true });
    await toCallback(makeBrowser(), 'asked');
    await toCallback(makeBrowser(), 'asked', '?reason=closed&return=http%3A%2F%2Flocalhost%2F%23%2Fsignin');
    const [first, second] = site.provider.asked.slice(-2);
    expect(first?.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first?.get(name)).toMatch(/^[\w-]{43}$/);
      expect(first?.get(name)).not.toBe(second?.get(name));
    }
    expect(first?.get('prompt')).toBeNull();
    expect(second?.get('prompt')).toBe('login');
  });

  test('[SE-11] the cookie is out of reach of scripts and other sites, and goes when it has served', async () => {
    const browser = makeBrowser();
    const started = await browser.visit(START);
    expect(started.headers['set-cookie']).toMatch(
      /^foyer-oidc=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    site.provider.accounts.set('cookie', { email: 'cookie@else.test', email_verified: true });
    await signIn('cookie', browser);
    expect([...browser.cookies.keys()]).toEqual(['foyer-device']);
    const [before] = await site.h.database.query<{ count: number }>('SELECT count(*) AS count FROM known_devices');
    await signIn('cookie', browser);
    expect(await site.h.database.query('SELECT count(*) AS count FROM known_devices')).toEqual([before]);
  });

  test('[M2] the mark of the tab that began it comes back beside the token; a link to the start has none', async () => {
    site.provider.accounts.set('marked', { email: 'marked@else.test', email_verified: true });
    const tokenAfter = async (query: string) => {
      const browser = makeBrowser();
      return intakeOf(locationOf(await browser.visit(pathOf(await toCallback(browser, 'marked', query))))).token;
    };
    const mark = '0123456789abcdef0123456789abcdef';
    const [token = '', came] = (await tokenAfter(`?mark=${mark}`)).split('~');
    expect(came).toBe(mark);
    expect((await meOf(token)).user.email).toBe('marked@else.test');
    for (const query of ['', '?mark=', '?mark=null', `?mark=${mark}x`, '?mark=a%3Bb']) {
      expect(await tokenAfter(query), query).toMatch(/^fr_[\w.-]+$/);
    }
  });

  test('[INV-17] [INV-22] neither log nor database holds what completes a sign-in', async () => {
    site.provider.accounts.set('quiet', { email: 'quiet@else.test', email_verified: true });
    const browser = makeBrowser();
    const callback = await toCallback(browser, 'quiet');
    const cookie = browser.cookies.get('foyer-oidc') ?? '';
    const asked = site.provider.asked.at(-1);
    const rows = JSON.stringify(await site.h.database.query('SELECT * FROM oidc_sign_ins'));
    const { token } = intakeOf(locationOf(await browser.visit(pathOf(callback))));
    const secrets = [cookie, asked?.get('state') ?? '', new URL(callback).searchParams.get('code') ?? '', token];
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20);
      expect(site.h.log.lines.join()).not.toContain(secret);
      expect(rows).not.toContain(secret);
    }
  });
});

describe('addresses that are not verified', () => {
  const callbackOf = async (subject: string) => {
    const browser = makeBrowser();
    return browser.visit(pathOf(await toCallback(browser, subject)));
  };

  test.each([
    ['unverified', { email: 'taken@else.test', email_verified: false }],
    ['silent', { email: 'taken@else.test' }],
    ['nameless', {}],
    ['no address', { email: 'not an address', email_verified: true }],
  ])('[SE-11] one the provider has not verified takes over no account and makes none: %s', async (subject, claims) => {
    await site.h.database.query(
      `WITH a AS (INSERT INTO accounts (id, brand, gateway) VALUES ('acc_taken', 'scope', 'sandbox') ON CONFLICT DO NOTHING RETURNING id)
       INSERT INTO users (id, account_id, email, email_verified_at, password_hash)
       SELECT 'usr_taken', id, 'taken@else.test', now(), 'x' FROM a`,
    );
    site.provider.accounts.set(subject, claims);
    await expectRefusalPage(await callbackOf(subject));
    expect(await site.h.database.query('SELECT 1 FROM user_identities WHERE subject = $1', [subject])).toEqual([]);
  });

  test('[SE-11] one that somebody typed here and never verified is not shared with its owner', async () => {
    await site.h.database.query(
      `WITH a AS (INSERT INTO accounts (id, brand, gateway) VALUES ('acc_squat', 'scope', 'sandbox') RETURNING id)
       INSERT INTO users (id, account_id, email, password_hash) SELECT 'usr_squat', id, 'squat@else.test', 'x' FROM a`,
    );
    site.provider.accounts.set('owner', { email: 'squat@else.test', email_verified: true });
    await expectRefusalPage(await callbackOf('owner'), 404);
  });

  test('[INV-27] a closed account stays closed: its person begins anew', async () => {
    site.provider.accounts.set('customer', { email: 'customer@else.test', email_verified: true });
    const before = await signIn('customer');
    await site.h.database.query(`UPDATE users SET deleted_at = now(), email = 'closed@closed.invalid' WHERE id = $1`, [
      before.user.id,
    ]);
    const after = await signIn('customer');
    expect(after.user.id).not.toBe(before.user.id);
    expect((await signIn('customer')).user.id).toBe(after.user.id);
  });

  test('[INV-27] one that closes while its person comes back from the provider gets nothing tied to it', async () => {
    const { database } = site.h;
    site.provider.accounts.set('going', { email: 'going@else.test', email_verified: true });
    const userId = 'usr_going';
    await database.query(
      `WITH a AS (INSERT INTO accounts (id, brand, gateway) VALUES ('acc_going', 'scope', 'sandbox') RETURNING id)
       INSERT INTO users (id, account_id, email, email_verified_at, password_hash)
       SELECT $1, id, 'going@else.test', now(), 'x' FROM a`,
      [userId],
    );
    const browser = makeBrowser();
    const callback = pathOf(await toCallback(browser, 'going'));
    let answer: ReturnType<typeof browser.visit> | null = null;
    await database.transaction(async (sql) => {
      await sql.query('SELECT id FROM users WHERE id = $1 FOR UPDATE', [userId]);
      answer = browser.visit(callback);
      const waiting = () =>
        database.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
      await expect.poll(async () => (await waiting()).length, { interval: 10 }).toBe(1);
      await sql.query(`UPDATE users SET deleted_at = now(), email = 'gone@closed.invalid' WHERE id = $1`, [userId]);
    });
    await expectRefusalPage(await (answer as unknown as ReturnType<typeof browser.visit>), 409);
    expect(await database.query('SELECT 1 FROM user_identities WHERE user_id = $1', [userId])).toEqual([]);
    expect((await signIn('going')).user.id).not.toBe(userId);
  });
});

test('[SE-11] [SE-04] what did not work is tried again towards the same page, and never towards another site', async () => {
  const browser = makeBrowser();
  const back = async (query: string) => browser.visit(pathOf(await toCallback(browser, 'again', query)));
  const linkOf = async (query: string) => {
    const answer = await back(query);
    await expectRefusalPage(answer);
    return /<a href="([^"]*)"/.exec(answer.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  };
  site.provider.accounts.set('again', {});
  for (const query of ['', '?to=%2F%2Felse.test']) expect(await linkOf(query)).toBe(`${START}?reason=retry`);
  const link = await linkOf('?to=%2Fpayments%3Factive%3Dreceipts%26a%3D%22');
  expect(link).toBe(`${START}?reason=retry&to=%2Fpayments%3Factive%3Dreceipts%26a%3D%22`);

  site.provider.accounts.set('again', { email: 'again@else.test', email_verified: true });
  expect(intakeOf(locationOf(await back(link.slice(START.length)))).to).toBe('/payments?active=receipts&a="');
});

describe('our own sign-in', () => {
  test.each(ownSignInCalls)('[SE-11] %s is not there when another provider signs people in', async (name) => {
    const [method = '', path = ''] = name.split(' ');
    const answer = await inject(site.h.app, {
      method: method as 'POST',
      url: path.replace(':token', 'emt_1'),
      payload: { email: 'ada@test.arcwave.test', password: PASSWORD },
    });
    expect(answer.status).toBe(404);
    expect(answer.body.error.type).toBe('NOT_FOUND');
  });
});

test('[INV-25] with the provider down there is a page that says so, and the next try works', async () => {
  const fresh = await startHarness({ oidc: site.provider.settings });
  await site.provider.stop();
  const start = () => inject(fresh.app, { url: START, headers: { host: 'localhost' } });
  const down = await start();
  await expectRefusalPage(down, 503);
  expect(Number(down.headers['retry-after'])).toBeGreaterThan(0);
  expect(fresh.log.takeErrors().join()).toContain('the sign-in provider: ');
  await site.provider.start();
  expect((await start()).status).toBe(302);
  await fresh.stop();
});

test('[INV-22] [INV-23] with a wrong secret nobody gets in, the page says that it is not theirs to mend, and the log says why', async () => {
  const wrong = await startHarness({ oidc: { ...site.provider.settings, clientSecret: 'of another client' } });
  const browser = openBrowser(wrong.app);
  site.provider.next = 'somebody';
  const callback = await site.provider.visit(locationOf(await browser.visit(START)));
  await expectRefusalPage(await browser.visit(pathOf(callback)), 503);
  const logged = wrong.log.takeErrors().join();
  expect(logged).toContain('invalid_client');
  expect(logged).not.toContain(new URL(callback).searchParams.get('code'));
  await wrong.stop();
});
