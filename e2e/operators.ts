import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { codeAt, stepNow } from './identity.ts';
import { emailOf, expect } from './support.ts';

/** What journeys through the operators' console need: somebody who may come in, and the way to a customer. */

export interface Operator {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator app. */
  readonly secret: string;
}

/** An operator who has chosen a password, with the token of a session. */
export type SettledOperator = Operator & { readonly token: string };

const OWN_PASSWORD = 'chosen in the first session';

const root = resolve(import.meta.dirname, '..');

/** What the command line says beside the running server whose FOYER_HOME this is. */
export const foyer = (home: string, line: readonly string[]): string =>
  execFileSync(process.execPath, [`${root}/scripts/foyer.mjs`, ...line, '--reason', 'new in the team', '--by', 'e2e'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, FOYER_HOME: home },
  });

/** Made on the command line, as the first operator must be (OP-01). */
export const addOperator = (home: string, name: string, role: string, secondStep: 'yes' | 'no'): Operator => {
  const email = `${name}@vendor.example`;
  const line = ['operators', 'add', '--email', email, '--name', name, '--role', role, '--second-step', secondStep];
  const out = foyer(home, line);
  const told = (what: string) =>
    out
      .split('\n')
      .find((text) => text.startsWith(what))
      ?.slice(what.length) ?? '';
  return { email, password: told('Password: '), secret: told('Secret for the authenticator app: ') };
};

const post = async <Reply>(url: string, body: object, token = ''): Promise<Reply> => {
  const headers = { 'content-type': 'application/json', 'x-operator-token': token };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.ok, `${url}: ${answer.status}`).toBe(true);
  return (answer.status === 204 ? undefined : await answer.json()) as Reply;
};

/** Makes an operator, signs in with the printed password and chooses another one, by calls. */
export const settleOperator = async (
  home: string,
  url: string,
  name: string,
  role: string,
): Promise<SettledOperator> => {
  const { email, password, secret } = addOperator(home, name, role, 'yes');
  // a code of the half minute before is taken too, so this one does not go out of date on its way
  const code = codeAt(secret, stepNow());
  const { token } = await post<{ token: string }>(`${url}/api/operator/sessions`, { email, password, code });
  const change = { password, newPassword: OWN_PASSWORD };
  await post(`${url}/api/operator/me/change-password`, change, token);
  return { email, password: OWN_PASSWORD, secret, token };
};

/** Email and password at the console's door. */
export const knock = async (page: Page, url: string, { email, password }: Operator): Promise<void> => {
  await page.goto(`${url}/console/`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** Opens the console with the session of an operator. */
export const openConsole = async (page: Page, url: string, { token }: SettledOperator): Promise<void> => {
  await page.goto(`${url}/console/`);
  await page.evaluate((value) => sessionStorage.setItem('foyer.operator', value), token);
  await page.reload();
  await expect(page.getByRole('navigation').first()).toBeVisible();
};

/** By the search, with the keyboard, to the page of a customer. */
export const openCustomer = async (page: Page, name: string, fullName: string): Promise<void> => {
  const box = page.getByRole('searchbox');
  await expect(box).toBeVisible();
  const isThere = () => box.evaluate((element) => element === document.activeElement);
  // the page listens for the key a moment after it shows the field
  await expect
    .poll(async () => {
      if (!(await isThere())) await page.keyboard.press('/');
      return isThere();
    })
    .toBe(true);
  await page.keyboard.type(emailOf(name));
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: fullName }).click();
  await expect(page.getByRole('heading', { name: fullName, level: 1 })).toBeVisible();
};
