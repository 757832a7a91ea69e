import { activityTypes } from '@foyer/contract/api/activity';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, type RequestHandler } from 'msw';
import { expect, test, vi } from 'vitest';
import { aMe } from '../../../testing/builders.ts';
import { answer, refuse } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anEvent, aPasskey, aSessionView, emptySecurity, ownClaims } from '../../../testing/security-answers.ts';
import { server } from '../../../testing/server.ts';
import { activityLabel } from './activity-label.tsx';

vi.mock('@simplewebauthn/browser', () => ({
  startRegistration: async ({ optionsJSON }: { optionsJSON: { challenge: string } }) => ({
    id: 'made',
    challenge: optionsJSON.challenge,
  }),
}));

const SESSIONS = 'GET /api/auth/me/security/sessions';
const ACTIVITY = 'GET /api/auth/me/security/activity';
const PASSKEYS = 'GET /api/auth/me/security/passkeys';

const open = (path: string, ...handlers: RequestHandler[]) =>
  renderApp(path, {
    handlers: [...handlers, answer('GET /api/auth/me', aMe({ claims: ownClaims })), ...emptySecurity()],
  });

/** Gives the password and confirms the open editor of a session. */
const confirm = async (user: ReturnType<typeof open>['user']) => {
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  await user.click(screen.getByRole('button', { name: 'Sign out' }));
};

const three = [
  aSessionView({ id: 'ses_1', current: true }),
  aSessionView({ id: 'ses_2', device: { browser: 'Safari', system: 'iOS', kind: 'phone' } }),
  aSessionView({ id: 'ses_3', device: { browser: null, system: null, kind: 'unknown' }, place: null }),
];

test('[BY-01] sessions: device, place, last use; this one is marked and has no button', async () => {
  open('/security', answer(SESSIONS, { sessions: three }));
  const rows = within(await screen.findByRole('region', { name: "Where you're signed in" }));
  const [mine, phone, unknown] = await rows.findAllByRole('listitem');
  expect(mine?.textContent).toContain('Chrome on macOS');
  expect(mine?.textContent).toContain('This device');
  expect(mine?.textContent).toContain('United States · Active now');
  expect(within(mine as HTMLElement).queryByRole('button')).toBeNull();
  expect(phone?.textContent).toContain('Safari on iOS');
  expect(mine?.textContent).toContain('signed in Nov 1, 2026');
  expect(phone?.textContent).toContain('United States · last used Nov 3, 2026, 18:40 · signed in Nov 1, 2026');
  expect(unknown?.textContent).toContain('Unknown device');
  expect(unknown?.textContent).toContain('IP address 203.0.113.7 · last used');
});

test('[BY-01] three sessions are shown, this one among them; Show all has the rest, since when, and the focus', async () => {
  const many = [1, 2, 3, 4, 5].map((n) =>
    aSessionView({ id: `ses_${n}`, current: n === 5, device: { browser: `B${n}`, system: 'iOS', kind: 'phone' } }),
  );
  const { user } = open('/security', answer(SESSIONS, { sessions: many }));
  const rows = within(await screen.findByRole('region', { name: "Where you're signed in" }));
  expect(await rows.findByText('B5 on iOS')).toBeDefined();
  expect(rows.getAllByRole('button', { name: /^Sign out B/ })).toHaveLength(2);
  const since = () => rows.getAllByRole('listitem').filter(({ textContent }) => textContent?.includes('signed in Nov'));
  expect(since()).toEqual([]);
  await user.click(rows.getByRole('button', { name: 'Show all 5' }));
  expect(rows.getAllByRole('button', { name: /^Sign out B/ })).toHaveLength(4);
  expect(document.activeElement).toBe(rows.getByRole('button', { name: 'Sign out B3 on iOS' }));
  expect(since()).toHaveLength(5);
  expect(rows.queryByRole('button', { name: /Show all/ })).toBeNull();
});

test('[BY-01] sessions that look the same are one row, which opens, and are signed out together', async () => {
  const chrome = { browser: 'Chrome', system: 'Linux', kind: 'desktop' } as const;
  const many = [
    aSessionView({ id: 'ses_1', current: true, device: chrome }),
    ...[2, 3, 4].map((n) =>
      aSessionView({ id: `ses_${n}`, device: chrome, lastUsedAt: `2026-11-0${6 - n}T10:00:00Z` }),
    ),
    aSessionView({ id: 'ses_5', device: chrome, place: null }),
  ];
  const ended: unknown[] = [];
  const { user } = open(
    '/security',
    answer(SESSIONS, () => ({ sessions: ended.length > 0 ? many.filter(({ id }) => /[15]/.test(id)) : many })),
    answer('DELETE /api/auth/me/security/sessions', async ({ request }) => {
      ended.push(await request.json());
      return undefined as never;
    }),
  );
  const rows = within(await screen.findByRole('region', { name: "Where you're signed in" }));
  const group = await rows.findByText(/3 sessions · Chrome on Linux/);
  expect(group.closest('li')?.textContent).toContain('United States · last used Nov 4, 2026, 10:00');
  // this device, the group, and one from elsewhere
  expect(rows.getAllByRole('listitem')).toHaveLength(3);
  const each = rows.getByRole('button', { name: 'Show each Chrome on Linux' });
  await user.click(each);
  expect(each.getAttribute('aria-expanded')).toBe('true');
  expect(rows.getAllByRole('button', { name: 'Sign out Chrome on Linux' })).toHaveLength(4);
  const all = () => rows.getByRole('button', { name: 'Sign out of all 3 Chrome on Linux' });
  await user.click(all());
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(all());
  await user.click(all());
  await confirm(user);
  await waitFor(() => expect(screen.queryByText(/3 sessions/)).toBeNull());
  expect(ended).toEqual([{ password: 'secret-1', ids: ['ses_2', 'ses_3', 'ses_4'] }]);
  expect(rows.getAllByRole('listitem')).toHaveLength(2);
});

test('[BY-01] one session is signed out with the password, then all others', async () => {
  const ended: unknown[] = [];
  const sent: unknown[] = [];
  const { user } = open(
    '/security',
    answer(SESSIONS, () => ({ sessions: three.filter(({ id }) => !ended.includes(id)) })),
    answer('DELETE /api/auth/me/security/sessions/:id', async ({ params, request }) => {
      sent.push(await request.json());
      ended.push(params.id);
      return undefined as never;
    }),
    answer('DELETE /api/auth/me/security/sessions', async ({ request }) => {
      sent.push(await request.json());
      ended.push('ses_3');
      return undefined as never;
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iOS' }));
  expect(ended).toEqual([]);
  await confirm(user);
  await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Where you're signed in"));
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
  await confirm(user);
  await waitFor(() => expect(screen.queryByText('Unknown device')).toBeNull());
  expect(sent).toEqual([{ password: 'secret-1' }, { password: 'secret-1' }]);
  expect(ended).toEqual(['ses_2', 'ses_3']);
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
});

test('[BY-01] [SC-02] a wrong password ends no session and is shown at its field; Cancel leaves the session alone', async () => {
  const { user } = open(
    '/security',
    answer(SESSIONS, { sessions: three }),
    refuse('DELETE /api/auth/me/security/sessions/:id', 'INVALID_CREDENTIALS', { field: 'password' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iOS' }));
  const field = screen.getByLabelText('Account password');
  expect(document.activeElement).toBe(field);
  expect(screen.getByRole('button', { name: 'Sign out' })).toHaveProperty('disabled', true);
  await confirm(user);
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(field);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign out Safari on iOS' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
  expect(screen.getByLabelText('Account password')).toHaveProperty('value', '');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Sign out everywhere else' }));
  expect(screen.getByRole('button', { name: 'Sign out Safari on iOS' })).toBeDefined();
});

test('[BY-01, INV-12] a session of which nobody knows whether it was signed out: the list is asked again', async () => {
  let asked = 0;
  const { user } = open(
    '/security',
    answer(SESSIONS, () => {
      asked += 1;
      return { sessions: asked === 1 ? three : three.slice(0, 1) };
    }),
    refuse('DELETE /api/auth/me/security/sessions/:id', 'INTERNAL_ERROR'),
  );
  await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iOS' }));
  await confirm(user);
  expect(await screen.findByText(/We don't know if this was done\. Check it before you try again/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Sign out Safari on iOS' })).toBeNull();
});

test('[SH-12] devices and activity that did not load: words and a retry each', async () => {
  const { user } = open('/security', refuse(SESSIONS, 'INTERNAL_ERROR'), refuse(ACTIVITY, 'INTERNAL_ERROR'));
  const words = await screen.findByText("We're having trouble retrieving your devices.");
  expect(await screen.findByText("We're having trouble retrieving your activity.")).toBeDefined();
  server.use(answer(SESSIONS, { sessions: three }));
  await user.click(within(words.closest('section') as HTMLElement).getByRole('button', { name: /Try again/ }));
  expect(await screen.findByRole('button', { name: 'Sign out Safari on iOS' })).toBeDefined();
});

test('[BY-01] every kind of event has words of its own', () => {
  const texts = activityTypes.map((type) => activityLabel[type].text);
  expect(new Set(texts).size).toBe(activityTypes.length);
});

test('[BY-01] the page shows the last three, and all of them page by page', async () => {
  const pages = {
    first: [anEvent(), anEvent({ id: 'e2', type: 'password_changed' }), anEvent({ id: 'e3' }), anEvent({ id: 'e4' })],
    second: [anEvent({ id: 'e5', type: 'email_changed', device: null, place: null })],
  };
  const { user } = open(
    '/security',
    answer(ACTIVITY, ({ request }) =>
      new URL(request.url).searchParams.get('cursor') === 'c1'
        ? { events: pages.second, nextCursor: null }
        : { events: pages.first, nextCursor: 'c1' },
    ),
  );
  const list = await screen.findByRole('list', { name: 'Security activity' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  expect(list.textContent).toContain('Signed in, Chrome on macOS');
  expect(list.textContent).toContain('Nov 3, 2026, 18:40 · United States');
  await user.click(screen.getByRole('link', { name: 'View all security activity' }));
  await user.click(await screen.findByRole('button', { name: 'Show More' }));
  expect(await screen.findByText('Email changed')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull();
  // the button that had the focus is gone (BY-04)
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Security activity' }));
});

test('[BY-01] a passkey is added with a name and the password, through the browser', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  const sent: unknown[] = [];
  const { user } = open(
    '/security',
    answer('POST /api/auth/me/security/passkeys/options', async ({ request }) => {
      sent.push(await request.json());
      return { challengeId: 'cha_1', options: { challenge: 'abc' } };
    }),
    answer('POST /api/auth/me/security/passkeys', async ({ request }) => {
      sent.push(await request.json());
      server.use(answer(PASSKEYS, { passkeys: [aPasskey({ name: 'Work' })] }));
      return HttpResponse.json(aPasskey({ name: 'Work' }), { status: 201 });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Add passkeys' }));
  const name = await screen.findByLabelText<HTMLInputElement>('Name of the new passkey');
  expect(document.activeElement).toBe(name);
  expect(screen.getByRole('heading', { name: 'Add passkey' })).toBeDefined();
  expect(screen.queryByRole('radio')).toBeNull();
  await user.type(name, 'Work');
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  await user.click(screen.getByRole('button', { name: 'Add passkey' }));
  expect(await screen.findByText('Updated')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Manage passkeys' }));
  expect(sent).toEqual([
    { password: 'secret-1' },
    { challengeId: 'cha_1', response: { id: 'made', challenge: 'abc' }, name: 'Work' },
  ]);
  expect(screen.getByText(/Work, added/)).toBeDefined();
  vi.unstubAllGlobals();
});

test('[BY-01] the name of a new passkey is suggested, unless another has it; a suggestion alone is nothing to lose', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  const { user } = open(
    '/security',
    answer(SESSIONS, { sessions: three }),
    answer(PASSKEYS, { passkeys: [aPasskey()] }),
  );
  await screen.findByRole('button', { name: 'Sign out Safari on iOS' });
  await user.click(screen.getByRole('button', { name: 'Manage passkeys' }));
  expect(await screen.findByLabelText('Name of the new passkey')).toHaveProperty('value', 'Chrome on macOS');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByLabelText('New password')).toBeDefined();
  expect(screen.queryByText('What you typed is not applied yet')).toBeNull();
  vi.unstubAllGlobals();
});

test('[BY-01] with a suggested name, the focus goes to the password', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  const { user } = open('/security', answer(SESSIONS, { sessions: three }));
  await screen.findByRole('button', { name: 'Sign out Safari on iOS' });
  await user.click(await screen.findByRole('button', { name: 'Add passkeys' }));
  expect(await screen.findByLabelText('Name of the new passkey')).toHaveProperty('value', 'Chrome on macOS');
  expect(document.activeElement).toBe(screen.getByLabelText('Account password'));
  vi.unstubAllGlobals();
});

test('[BY-01] no name is suggested that a passkey has; the row lists the names of all', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  const two = [aPasskey({ name: 'Chrome on macOS' }), aPasskey({ id: 'key_2', name: 'Work' })];
  const { user } = open('/security', answer(SESSIONS, { sessions: three }), answer(PASSKEYS, { passkeys: two }));
  expect((await screen.findByText('2 passkeys')).textContent).toContain('Chrome on macOS');
  await screen.findByRole('button', { name: 'Sign out Safari on iOS' });
  await user.click(screen.getByRole('button', { name: 'Manage passkeys' }));
  expect(await screen.findByLabelText('Name of the new passkey')).toHaveProperty('value', '');
  vi.unstubAllGlobals();
});

test.each(['   ', '\u200B\u2060', '\u00AD\u3164'])(
  '[BY-01] a passkey has no name where nobody sees one (%j): Apply waits, as with an empty one',
  async (blank) => {
    vi.stubGlobal('PublicKeyCredential', class {});
    const { user } = open('/security');
    await user.click(await screen.findByRole('button', { name: 'Add passkeys' }));
    const name = await screen.findByLabelText('Name of the new passkey');
    await user.type(screen.getByLabelText('Account password'), 'secret-1');
    const apply = screen.getByRole('button', { name: 'Add passkey' });
    await user.type(name, blank);
    expect(apply).toHaveProperty('disabled', true);
    await user.type(name, 'x');
    expect(apply).toHaveProperty('disabled', false);
    vi.unstubAllGlobals();
  },
);

test('[BY-01] a passkey is removed with the password; a browser that makes none says so', async () => {
  let sent: unknown;
  const { user } = open(
    '/security',
    answer(PASSKEYS, { passkeys: [aPasskey()] }),
    answer('DELETE /api/auth/me/security/passkeys/:id', async ({ request, params }) => {
      sent = [params.id, await request.json()];
      server.use(answer(PASSKEYS, { passkeys: [] }));
      return undefined as never;
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Manage passkeys' }));
  expect(await screen.findByText("This browser can't make passkeys.")).toBeDefined();
  await user.click(screen.getByRole('radio', { name: /Remove MacBook Pro/ }));
  await user.type(screen.getByLabelText('Account password'), 'secret-1');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Updated')).toBeDefined();
  expect(sent).toEqual(['key_1', { password: 'secret-1' }]);
});

test('[BY-01] a sign-in by a link of a product names the product as long as it is known', async () => {
  const events = [
    anEvent({ id: 'e1', portalLink: { product: 'Drive' } }),
    anEvent({ id: 'e2', portalLink: { product: null } }),
    anEvent({ id: 'e3' }),
  ];
  open('/security', answer(ACTIVITY, { events, nextCursor: null }));
  expect(await screen.findByText('Signed in by a link from Drive')).toBeDefined();
  expect(screen.getByText('Signed in by a link from a product')).toBeDefined();
  expect(screen.getByText('Signed in', { exact: true })).toBeDefined();
});
