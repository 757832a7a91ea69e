import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { redirect } from '../lib/redirect.ts';
import { Menu } from './menu.tsx';

const Panel = () => <p>the panel</p>;

const open = (panel: () => Promise<typeof Panel>) => {
  render(<Menu label="Menu" button="Menu" subject={undefined} panel={panel} />);
  const user = userEvent.setup();
  return { user, press: () => user.click(screen.getByRole('button', { name: 'Menu' })) };
};

test('[SE-04, SE-07] a panel that did not arrive: said, with a way to sign out all the same; a new page finds a newer one', async () => {
  const again = vi.spyOn(redirect, 'reload').mockImplementation(() => undefined);
  const { user, press } = open(() => Promise.reject(new TypeError('gone with a release')));
  await press();
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Sign out' }).getAttribute('href')).toBe('#/signout?reason=signedout');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(again).toHaveBeenCalledOnce();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('offline the page stays: the panel is asked for again, and takes the place of the words', async () => {
  const again = vi.spyOn(redirect, 'reload');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let isOut = true;
  const { user, press } = open(() => (isOut ? Promise.reject(new TypeError('offline')) : Promise.resolve(Panel)));
  await press();
  expect((await screen.findByRole('alert')).textContent).toContain("You're offline.");
  isOut = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('the panel')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(again).not.toHaveBeenCalled();
});

test('[SH-12] a panel that is on its way: its frame stands at once, and a second press closes it', async () => {
  const { press } = open(() => new Promise(() => undefined));
  const box = () => document.querySelector('[aria-hidden]');
  await press();
  expect(box()).not.toBeNull();
  await press();
  expect(box()).toBeNull();
});
