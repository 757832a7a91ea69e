import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aConfig } from '../../testing/a-config.ts';
import { aMe } from '../../testing/builders.ts';
import { answer, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { chooseLanguage } from '../../ui/language-choice.ts';
import { launcherEntries } from './launcher-entries.ts';
import { userEntries } from './user-menu-panel.tsx';
import { displayName, initials } from './user-name.ts';

const list = answer('GET /api/subscription/subscriptions', { subscriptions: [], data: { subscriptions: [] } });
const open = (path: string, claims?: Record<string, unknown>) =>
  renderApp(path, { handlers: [list, answer('GET /api/auth/me', aMe(claims ? { claims } : {}))] });

test('[SH-07] three tabs, the one of the section is marked', async () => {
  open('/nowhere');
  const tabs = await screen.findByRole('navigation', { name: 'Account' });
  expect(
    within(tabs)
      .getAllByRole('link')
      .map((tab) => tab.textContent),
  ).toEqual(['Home', 'Security', 'Payments']);
  expect(within(tabs).queryByRole('link', { current: 'page' })).toBeNull();
});

test('[SH-07] the promotion wizard has the top bar and no tabs', async () => {
  open('/promotions');
  expect(await screen.findByRole('heading', { level: 1, name: 'Promotion' })).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Ada Byron Your menu' })).toBeDefined();
  expect(screen.queryByRole('navigation', { name: 'Account' })).toBeNull();
});

test('[SH-07] Home is marked at Home', async () => {
  open('/');
  expect((await screen.findByRole('link', { current: 'page' })).textContent).toBe('Home');
});

test('[SH-07] in the scope brand the drive page belongs to Home', async () => {
  open('/subscriptions/drive');
  expect((await screen.findByRole('link', { current: 'page' })).textContent).toBe('Home');
});

test('[SH-08] the user menu by keyboard: opens, walks round, closes on Escape with the focus back', async () => {
  const { user } = open('/nowhere');
  const button = await screen.findByRole('button', { name: 'Ada Byron Your menu' });
  button.focus();
  await user.keyboard('{ArrowDown}');
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(['My Account', 'My Settings', 'Language: Deutsch', 'Sign out']);
  expect(document.activeElement).toBe(items[0]);
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(items[3]);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});

// the page that is loaded anew is the server's, and no journey of this environment
vi.mock('../../ui/language-choice.ts', async (original) => ({
  ...(await original<typeof import('../../ui/language-choice.ts')>()),
  chooseLanguage: vi.fn(),
}));
afterEach(() => vi.mocked(chooseLanguage).mockClear());

test.each([
  ['the account is told first, for its mails', () => aMe({ user: { language: 'de' } }).user],
  ['the page changes also when the account cannot be told', null],
])('[BY-05] another language: %s', async (_name, told) => {
  const sent: unknown[] = [];
  const { user } = renderApp('/nowhere', {
    handlers: [
      list,
      answer('GET /api/auth/me', aMe()),
      told
        ? answer('PATCH /api/auth/me', async ({ request }) => {
            sent.push(await request.json());
            expect(chooseLanguage).not.toHaveBeenCalled();
            return told();
          })
        : refuse('PATCH /api/auth/me', 'INTERNAL_ERROR'),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Ada Byron Your menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Language: Deutsch' }));
  await waitFor(() => expect(chooseLanguage).toHaveBeenCalledExactlyOnceWith('de'));
  expect(sent).toEqual(told ? [{ language: 'de' }] : []);
});

test('[SE-07, SH-08] the user did not load: the menu stands there without a name, tries again and signs out', async () => {
  const { user } = renderApp('/nowhere', { handlers: [refuse('GET /api/auth/me', 'INTERNAL_ERROR'), list] });
  const button = await screen.findByRole('button', { name: 'Your menu' });
  await user.click(button);
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual([
    'Try again',
    'My Account',
    'My Settings',
    'Language: Deutsch',
    'Sign out',
  ]);
  expect(items.at(-1)?.getAttribute('href')).toBe('#/signout?reason=signedout');
  expect(screen.getByText("We couldn't load your account.")).toBeDefined();
  await user.click(items[0] as HTMLElement);
  expect(document.activeElement).toBe(button);
  expect(await screen.findByRole('button', { name: 'Your menu' })).toBeDefined();
  server.use(answer('GET /api/auth/me', aMe()));
  await user.click(button);
  await user.click(await screen.findByRole('menuitem', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Ada Byron Your menu' })).toBe(button);
});

test('[SH-08] a press elsewhere closes the menu', async () => {
  const { user } = open('/nowhere');
  await user.click(await screen.findByRole('button', { name: 'Products' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(['Arcwave Drive', 'Arcwave Scope']);
  await user.click(screen.getByRole('heading', { level: 1 }));
  expect(screen.queryByRole('menu')).toBeNull();
});

test('[SH-08] launcher links need their claims', () => {
  const keys = (claims: Record<string, unknown>) => launcherEntries(aConfig(), claims).map((entry) => entry.key);
  expect(keys({ drive: {}, tron: {} })).toEqual(['drive', 'scope']);
  expect(keys({ drive: {} })).toEqual(['drive']);
  expect(keys({})).toEqual([]);
});

test('[SH-08] [HO-09] the launcher leads to the addresses of the brand, else into the portal', () => {
  const config = aConfig();
  const targets = (of: Partial<(typeof config.families)[number]>) =>
    launcherEntries(
      { ...config, families: config.families.map((family) => ({ ...family, ...of })) },
      { drive: {}, tron: {} },
    ).map((entry) => entry.target);
  expect(targets({})).toEqual([{ href: 'https://drive.arcwave.example/' }, { href: 'https://scope.arcwave.example/' }]);
  expect(targets({ app: null })).toEqual([{ to: '/subscriptions/drive' }, { to: '/subscriptions/scope' }]);
});

test('[SH-08] a brand without launcher has none', () => {
  const config = aConfig();
  expect(launcherEntries({ ...config, brand: { ...config.brand, hasLauncher: false } }, { drive: {} })).toEqual([]);
});

test('[SH-08] contacts need the trigger-list role; feedback and support belong to the drive brand', () => {
  const config = aConfig({
    links: { ...aConfig().links, feedback: 'https://f.example', support: 'https://s.example' },
  });
  const drive = { ...config, brand: { ...config.brand, hasFeedback: true } };
  const keys = (from: typeof config, claims: Record<string, unknown>) =>
    userEntries(from, claims).map((entry) => entry.key);
  expect(keys(config, {})).toEqual(['account', 'settings']);
  expect(keys(config, { trigger: { list: true } })).toEqual(['account', 'settings', 'contacts']);
  expect(keys(drive, {})).toEqual(['account', 'settings', 'feedback', 'support']);
});

test('[SH-11] [SH-14] the footer: privacy policy, support, sales, release', async () => {
  open('/nowhere');
  const footer = await screen.findByRole('contentinfo');
  expect(within(footer).getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toBe(
    'https://arcwave.example/privacy',
  );
  expect(footer.textContent).toContain('Support +1 (800) 555-0142');
  expect(footer.textContent).toContain('Sales sales@arcwave.example');
  expect(footer.textContent).toContain('Version 1.2.3');
});

test('names: of the address, else of the registration, else the email', () => {
  const { user } = aMe();
  expect(displayName(user)).toBe('Ada Byron');
  expect(displayName({ ...user, address: null, firstName: '', lastName: '' })).toBe('ada@demo.arcwave.test');
  expect(initials(user)).toBe('AB');
  expect(initials({ ...user, address: null, firstName: 'Maria del', lastName: 'Río' })).toBe('MR');
});
