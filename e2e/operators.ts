import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { currentStep, oneTimeCodeAt } from './identity.ts';
import { emailOf, expect } from './support.ts';

/** Helpers for tests of the operator site: new operators, their sign-in, and the page of a customer. */

export interface Operator {
  readonly email: string;
  readonly password: string;
  /** Base-32 secret for one-time codes of the authenticator app. */
  readonly secret: string;
}

/** Signed-in operator, with a new password instead of the printed one. `token` is the token of the session. */
export type SignedInOperator = Operator & { readonly token: string };

const OWN_PASSWORD = 'chosen in the first session';

const root = resolve(import.meta.dirname, '..');

/** Runs an operator's command beside the running server with this FOYER_HOME. Returns the output of the command. */
export const runFoyerCommand = (home: string, line: readonly string[]): string =>
  execFileSync(
    process.execPath,
    [`${root}/apps/server/src/cli/foyer.ts`, ...line, '--reason', 'new in the team', '--by', 'e2e'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, FOYER_HOME: home },
    },
  );

/** Adds an operator on the command line, the only way to add the first one (OP-01). */
export const addOperator = (home: string, name: string, role: string, secondStep: 'yes' | 'no'): Operator => {
  const email = `${name}@vendor.example`;
  const line = ['operators', 'add', '--email', email, '--name', name, '--role', role, '--second-step', secondStep];
  const out = runFoyerCommand(home, line);
  const printedAfter = (label: string) =>
    out
      .split('\n')
      .find((text) => text.startsWith(label))
      ?.slice(label.length) ?? '';
  return { email, password: printedAfter('Password: '), secret: printedAfter('Secret for the authenticator app: ') };
};

const postJson = async <Reply>(url: string, body: object, token = ''): Promise<Reply> => {
  // Keeps no connection: the command of the next operator blocks this process, maybe until the server has closed it.
  const headers = { 'content-type': 'application/json', 'x-operator-token': token, connection: 'close' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.ok, `${url}: ${answer.status}`).toBe(true);
  return (answer.status === 204 ? undefined : await answer.json()) as Reply;
};

/** Adds an operator, signs in with the printed password, and replaces that password, all by API calls. */
export const makeSignedInOperator = async (
  home: string,
  url: string,
  name: string,
  role: string,
): Promise<SignedInOperator> => {
  const { email, password, secret } = addOperator(home, name, role, 'yes');
  // The server also accepts the code of the previous time step, so this code cannot expire before it arrives.
  const code = oneTimeCodeAt(secret, currentStep());
  const { token } = await postJson<{ token: string }>(`${url}/api/operator/sessions`, { email, password, code });
  const change = { password, newPassword: OWN_PASSWORD };
  await postJson(`${url}/api/operator/me/change-password`, change, token);
  return { email, password: OWN_PASSWORD, secret, token };
};

/** Sends email and password by the sign-in form of the operator site. */
export const submitLogin = async (page: Page, url: string, { email, password }: Operator): Promise<void> => {
  await page.goto(`${url}/operator/`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** Opens the operator site with the session of an operator. */
export const openOperatorSite = async (page: Page, url: string, { token }: SignedInOperator): Promise<void> => {
  await page.goto(`${url}/operator/`);
  await page.evaluate((value) => sessionStorage.setItem('foyer.operator', value), token);
  await page.reload();
  await expect(page.getByRole('navigation').first()).toBeVisible();
};

/** Opens the page of a customer through the search, by keyboard. */
export const openCustomer = async (page: Page, name: string, fullName: string): Promise<void> => {
  const box = page.getByRole('searchbox');
  await expect(box).toBeVisible();
  const isThere = () => box.evaluate((element) => element === document.activeElement);
  // The page shows the field shortly before it listens for the key, so press the key until the field has the focus.
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
