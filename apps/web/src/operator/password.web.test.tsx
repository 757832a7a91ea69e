import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answer, refuse } from '../testing/handlers.ts';
import { leaveOperatorSite, me, openOperatorSite } from '../testing/open-operator-site.tsx';
import { server } from '../testing/server.ts';
import { setSearchText } from './search.ts';

afterEach(leaveOperatorSite);

const CHANGE = 'POST /api/operator/me/change-password';
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

const fill = async (user: ReturnType<typeof openOperatorSite>, current: string, next: string, repeat = next) => {
  await user.type(await screen.findByLabelText('Current password'), current);
  await user.type(field('New password'), next);
  await user.type(field('Repeat new password'), repeat);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
};

test('[OP-01] an operator of any role changes the own password, is told so, and the fields are empty again', async () => {
  const bodies: unknown[] = [];
  server.use(
    answer('GET /api/operator/catalogue', { plans: [], promotions: [] }),
    answer(CHANGE, async ({ request }) => {
      bodies.push(await request.json());
      return undefined;
    }),
  );
  const user = openOperatorSite('/catalogue', 'catalogue');
  await user.click(await screen.findByRole('link', { name: 'Jo Weber: your password' }));
  await fill(user, 'the one of the terminal', 'an entirely new phrase');
  await screen.findByText("Your password is changed. You're signed out on all other devices.");
  expect(bodies).toEqual([{ password: 'the one of the terminal', newPassword: 'an entirely new phrase' }]);
  for (const label of ['Current password', 'New password', 'Repeat new password']) expect(field(label).value).toBe('');
});

test('[L9] with the printed password the operator site shows nothing else until a new one is set', async () => {
  const user = openOperatorSite('/audit', 'admin');
  server.use(answer('GET /api/operator/me', { ...me('admin'), mustChangePassword: true }));
  await screen.findByText('The password you signed in with works only once. Set your own before you go on.');
  expect(screen.queryByRole('navigation')).toBeNull();
  // the same head as the sign-in: mark and title, and the focus is in the first field
  expect(document.querySelector('main svg')).toBeTruthy();
  screen.getByRole('heading', { level: 1, name: 'Your password' });
  await waitFor(() => expect(document.activeElement).toBe(field('Current password')));
  server.use(
    answer(CHANGE, undefined),
    answer('GET /api/operator/me', me('admin')),
    answer('GET /api/operator/audit', { entries: [], nextCursor: null }),
  );
  await fill(user, 'the one of the terminal', 'an entirely new phrase');
  expect(await screen.findByRole('navigation', { name: 'Operator site' })).toBeTruthy();
  await screen.findByText(/^Your password is changed/);
  act(() => setSearchText('ada'));
  expect(screen.queryByText(/^Your password is changed/)).toBeNull();
});

test('[OP-01] what the page can tell itself is told without a call, and the focus goes there', async () => {
  const user = openOperatorSite('/password', 'support');
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  expect(screen.getAllByText('Required')).toHaveLength(2);
  expect(document.activeElement).toBe(field('Current password'));
  await fill(user, 'current', 'an entirely new phrase', 'another one');
  expect(document.activeElement).toBe(field('Repeat new password'));
  expect(screen.getByText('Must match Password above')).toBeTruthy();
});

test.each([
  ['INVALID_CREDENTIALS', "That isn't your current password."],
  ['INVALID_PASSWORD', 'Choose another password: not a common one, your current one, or one made of your name.'],
] as const)('[OP-01] %s is said where the focus is, and what was typed stays', async (type, words) => {
  server.use(refuse(CHANGE, type));
  const user = openOperatorSite('/password', 'support');
  await fill(user, 'current', 'an entirely new phrase');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(words);
  expect(document.activeElement).toBe(alert);
  expect(field('New password').value).toBe('an entirely new phrase');
});
