import { cleanup, fireEvent, screen } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { advanceTime, waitUntil } from '../testing/fake-time.ts';
import { answer, offlineHandler, refuse } from '../testing/handlers.ts';
import { openSignIn } from '../testing/open-sign-in.tsx';
import { server } from '../testing/server.ts';
import { chooseLanguage } from '../ui/language-choice.ts';

vi.mock(import('../ui/language-choice.ts'), async (original) => ({ ...(await original()), chooseLanguage: vi.fn() }));
afterEach(() => vi.mocked(chooseLanguage).mockClear());

const users = 'POST /api/auth/users';

type User = ReturnType<typeof userEvent.setup>;

const good = {
  'First name': 'Grace',
  'Last name': 'Hopper',
  Email: 'grace@navy.test',
  'Repeat email': 'grace@navy.test',
  Password: 'nanoseconds',
  'Repeat password': 'nanoseconds',
};

const fill = async (user: User, values: typeof good) => {
  for (const [label, value] of Object.entries(values)) {
    await user.click(screen.getByLabelText(label));
    await user.paste(value);
  }
};

const send = (user: User) => user.click(screen.getByRole('button', { name: 'Create account' }));

test('[SE-11] registers, and says where the link went', async () => {
  let sent: unknown;
  server.use(
    answer(users, async ({ request }) => {
      sent = await request.json();
      return { email: 'grace@navy.test' };
    }),
  );
  const { user } = openSignIn('#/register');
  await fill(user, good);
  await send(user);
  const title = await screen.findByRole('heading', { name: 'Check your email' });
  expect(document.activeElement).toBe(title);
  expect(document.querySelector('main')?.textContent).toContain('We sent a link to grace@navy.test.');
  expect(sent).toEqual({
    firstName: 'Grace',
    lastName: 'Hopper',
    email: 'grace@navy.test',
    password: 'nanoseconds',
  });
  expect(location.href).not.toContain('grace');
  await user.click(screen.getByRole('link', { name: 'Sign in' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('grace@navy.test');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
});

test('[SE-11] [INV-19] a mistyped address is corrected in the form, and the answer says nothing about either', async () => {
  const sent: string[] = [];
  server.use(
    answer(users, async ({ request }) => {
      const { email } = (await request.json()) as { email: string };
      sent.push(email);
      return { email };
    }),
  );
  const { user } = openSignIn('#/register');
  await fill(user, { ...good, Email: 'grace@navi.test', 'Repeat email': 'grace@navi.test' });
  await send(user);
  await screen.findByText('grace@navi.test');
  const page = document.querySelector('main')?.textContent?.replace('navi', 'navy');
  await user.click(screen.getByRole('button', { name: 'Use another email' }));
  const email = screen.getByLabelText<HTMLInputElement>('Email');
  expect(document.activeElement).toBe(email);
  expect(email.value).toBe('grace@navi.test');
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Grace');
  for (const label of ['Email', 'Repeat email']) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), 'grace@navy.test');
  }
  await send(user);
  await screen.findByText('grace@navy.test');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Check your email' }));
  expect(document.querySelector('main')?.textContent).toBe(page);
  expect(sent).toEqual(['grace@navi.test', 'grace@navy.test']);
});

describe('the email can be sent again', () => {
  const again = 'POST /api/auth/users/verification-links';
  let sent: unknown[] = [];
  const sending = answer(again, async ({ request }) => {
    sent.push(await request.json());
    return new HttpResponse(null, { status: 202 });
  });
  const register = async () => {
    sent = [];
    server.use(answer(users, { email: 'grace@navy.test' }), sending);
    const { user } = openSignIn('#/register');
    await fill(user, good);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(screen.getByRole('button', { name: 'Create account' }));
    await shows('Check your email');
  };
  const shows = (text: string) => waitUntil(() => screen.queryByText(text));
  const button = () => screen.getByRole('button', { name: 'Send again' });
  /** Second by second, because each one sets the timer of the next. */
  const wait = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) await advanceTime(1_000);
  };

  test('[SE-11] [SC-07] after 30 s, twice; then an address has its three emails of an hour', async () => {
    await register();
    await shows('Nothing arrived? Look in the spam folder too.');
    await wait(29);
    expect(screen.getByText('You can send it again in 1 second.')).toBeDefined();
    fireEvent.click(button());
    expect(button().getAttribute('aria-disabled')).toBe('true');
    await wait(1);
    await shows('You can send it again now.');
    fireEvent.click(button());
    await shows('We sent it again. Only the link in the newest email works.');
    await shows('You can send it again in 30 seconds.');
    expect(sent).toEqual([{ email: 'grace@navy.test' }]);
    await wait(30);
    fireEvent.click(button());
    await shows('You can request another one in an hour.');
    await wait(60);
    fireEvent.click(button());
    await advanceTime(1);
    expect(sent).toHaveLength(2);
  });

  test.each([
    [refuse(again, 'RATE_LIMITED', { headers: { 'retry-after': '3600' } }), 'Too many tries. Try again in 60 minutes.'],
    [offlineHandler(again), 'No connection. Check your connection and try again.'],
  ])('[SE-11] a failure says why, and the next try sends', async (failing, words) => {
    await register();
    server.use(failing);
    await wait(30);
    fireEvent.click(button());
    await shows(words);
    expect(document.activeElement?.textContent).toBe(words);
    server.use(sending);
    fireEvent.click(button());
    await shows('We sent it again. Only the link in the newest email works.');
  });
});

test('[SC-12] nothing typed: every field says so, the first has the focus, no call is made', async () => {
  const { user } = openSignIn('#/register');
  await send(user);
  expect(screen.getAllByText('Required')).toHaveLength(6);
  expect(document.activeElement).toBe(screen.getByLabelText('First name'));
});

test.each([
  [{ 'First name': '\u200D\u3164' }, 'Required', 'First name'],
  [{ Email: 'grace', 'Repeat email': 'grace' }, 'Must be a valid email', 'Email'],
  [{ Email: 'grace@navy', 'Repeat email': 'grace@navy' }, 'Must be a valid email', 'Email'],
  [{ 'Repeat email': 'grace@navi.test' }, 'Must match Email above', 'Repeat email'],
  [{ Password: '1234567', 'Repeat password': '1234567' }, 'Must be 8 or more characters', 'Password'],
  [{ 'Repeat password': 'nanosecond' }, 'Must match Password above', 'Repeat password'],
  [
    { Password: 'ä'.repeat(129), 'Repeat password': 'ä'.repeat(129) },
    'This password is too long. Choose a shorter one.',
    'Password',
  ],
])('[SC-12, SC-03] %o: %s', async (values, words, label) => {
  const { user } = openSignIn('#/register');
  await fill(user, { ...good, ...values });
  await send(user);
  expect(screen.getByText(words)).toBeDefined();
  const field = screen.getByLabelText(label);
  expect(document.activeElement).toBe(field);
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(words);
});

test('[SC-03] the hint stands under the password before anything is wrong', () => {
  openSignIn('#/register');
  const field = screen.getByLabelText('Password');
  expect(field.getAttribute('autocomplete')).toBe('new-password');
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Passwords must be 8+ letters or numbers.',
  );
});

test('[SC-12] a field left with something wrong in it says so, and no more once it is right', async () => {
  const { user } = openSignIn('#/register');
  await user.type(screen.getByLabelText('Email'), 'grace');
  expect(screen.queryByText('Must be a valid email')).toBeNull();
  await user.tab();
  expect(screen.getByText('Must be a valid email')).toBeDefined();
  await user.type(screen.getByLabelText('Email'), '@navy.test');
  expect(screen.queryByText('Must be a valid email')).toBeNull();
  await user.click(screen.getByLabelText('Last name'));
  await user.tab();
  expect(screen.queryByText('Required')).toBeNull();
});

test('[SC-03] a password the server refuses: its reason at the field, until it is changed', async () => {
  server.use(refuse(users, 'INVALID_PASSWORD', { message: 'This password is one of the most common ones.' }));
  const { user } = openSignIn('#/register');
  await fill(user, { ...good, Password: 'password1', 'Repeat password': 'password1' });
  await send(user);
  await screen.findByText('This password is one of the most common ones.');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  await user.type(screen.getByLabelText('Password'), '2');
  expect(screen.queryByText('This password is one of the most common ones.')).toBeNull();
});

test('[SC-12] an address the server refuses', async () => {
  server.use(refuse(users, 'INVALID_EMAIL'));
  const { user } = openSignIn('#/register');
  await fill(user, good);
  await send(user);
  await screen.findByText('Must be a valid email');
});

test.each([
  [refuse(users, 'RATE_LIMITED', { headers: { 'retry-after': '3600' } }), 'Too many tries. Try again in 60 minutes.'],
  [refuse(users, 'UNAVAILABLE'), 'Something went wrong on our side. Try again in a moment.'],
  [offlineHandler(users), 'No connection. Check your connection and try again.'],
])('[SE-11] refused as a whole: said above, and nothing typed is lost', async (handler, words) => {
  server.use(handler);
  const { user } = openSignIn('#/register');
  await fill(user, good);
  await send(user);
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  for (const [label, value] of Object.entries(good))
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(value);
});

test('[BY-05] in another language what was typed is there again, but for the password, and nothing stays in the tab', async () => {
  const { user } = openSignIn('#/register');
  await fill(user, good);
  await user.click(screen.getByRole('button', { name: 'Deutsch' }));
  expect(chooseLanguage).toHaveBeenCalledExactlyOnceWith('de');
  cleanup();
  openSignIn('#/register');
  const typedValue = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
  expect(Object.keys(good).map(typedValue)).toEqual(['Grace', 'Hopper', 'grace@navy.test', 'grace@navy.test', '', '']);
  expect(sessionStorage.length).toBe(0);
});
