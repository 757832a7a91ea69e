import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { redirect } from '../lib/redirect.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Section } from '../ui/section.tsx';
import { lazyPage } from './lazy-page.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** What a boundary caught is also on React's console, and a console that is not silent fails a test. */
const show = (children: ReactNode, title?: string) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const again = vi.spyOn(redirect, 'reload').mockImplementation(() => undefined);
  render(
    <Section head={title && <PageHeader title={title} />}>
      <Suspense>{children}</Suspense>
    </Section>,
  );
  return again;
};

const tryAgain = async () => userEvent.setup().click(await screen.findByRole('button', { name: 'Try again' }));

const Missing = () =>
  lazyPage<object>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));

test('a part that did not arrive is fetched again by loading the page anew', async () => {
  const Part = Missing();
  const again = show(<Part />);
  await tryAgain();
  expect(again).toHaveBeenCalledOnce();
});

test('offline, the page that is there stays', async () => {
  vi.stubGlobal('navigator', { ...navigator, onLine: false });
  const Part = Missing();
  const again = show(<Part />);
  await tryAgain();
  expect(again).not.toHaveBeenCalled();
  await screen.findByRole('button', { name: 'Try again' });
});

test('[SH-12] offline, a page is called offline and loads automatically with the connection; a part waits for the button', async () => {
  const browser = { ...navigator, onLine: false };
  vi.stubGlobal('navigator', browser);
  const Page = Missing();
  const again = show(<Page />, 'Payments');
  expect(await screen.findByText("You're offline. Nothing is lost.")).toBeDefined();
  // the heading of the page stands above, so the text names neither a page nor a part
  expect(screen.getByText("This didn't load.")).toBeDefined();
  browser.onLine = true;
  dispatchEvent(new Event('online'));
  expect(again).toHaveBeenCalledOnce();
  cleanup();
  dispatchEvent(new Event('online')); // the customer has left the page
  expect(again).toHaveBeenCalledOnce();

  browser.onLine = false;
  const Part = Missing();
  show(<Part />);
  await screen.findByText("You're offline. Nothing is lost.");
  browser.onLine = true;
  dispatchEvent(new Event('online'));
  expect(again).toHaveBeenCalledOnce();
});

test('a part that fell over is mounted anew where it stands', async () => {
  let broken = true;
  const Part: ComponentType = () => {
    if (broken) throw new Error('fell over');
    return <p>whole</p>;
  };
  const again = show(<Part />);
  broken = false;
  await tryAgain();
  expect(screen.getByText('whole')).toBeDefined();
  expect(again).not.toHaveBeenCalled();
});

test('[BY-04] a page that did not arrive keeps its title as the one heading; a part of a page has none', async () => {
  const Part = Missing();
  show(<Part />, 'Payments');
  await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual(['Payments']);
  expect(screen.getByRole('heading', { level: 1 }).className, 'not only for screen readers').not.toBe('sr');
  cleanup();
  show(<Part />);
  await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
});
