import type { ActivityEvent, SessionView } from '@foyer/contract/api/activity';
import type { Passkey } from '@foyer/contract/api/passkeys';
import { answer } from './handlers.ts';

/** The claims that let somebody change everything about how they sign in (SC-09). */
export const ownClaims = {
  usr: { info: { update: {}, delete: {} }, password: { update: {} } },
  access: { mfa: { create: {} } },
};

/** What the security page asks for beside the user: nothing there yet. A test's own answers come before these. */
export const emptySecurity = () => [
  answer('GET /api/auth/me/security/passkeys', { passkeys: [] }),
  answer('GET /api/auth/me/security/sessions', { sessions: [] }),
  answer('GET /api/auth/me/security/products', { products: [] }),
  answer('GET /api/auth/me/security/activity', { events: [], nextCursor: null }),
  answer('GET /api/auth/me/security/recovery-codes', { left: 10, createdAt: '2026-11-22T00:00:00Z' }),
  answer('GET /api/auth/me/export', { export: null }),
];

const aDevice = { browser: 'Chrome', system: 'macOS', kind: 'desktop' } as const;
const aPlace = { country_code: 'US', country_name: 'United States' };

export const aSessionView = (overrides: Partial<SessionView> = {}): SessionView => ({
  id: 'ses_1',
  current: false,
  device: aDevice,
  place: aPlace,
  address: '203.0.113.7',
  createdAt: '2026-11-01T00:00:00Z',
  lastUsedAt: '2026-11-03T18:40:00Z',
  byPortalLink: false,
  ...overrides,
});

export const anEvent = (overrides: Partial<ActivityEvent> = {}): ActivityEvent => ({
  id: 'evt_1',
  at: '2026-11-03T18:40:00Z',
  type: 'signed_in',
  device: aDevice,
  place: aPlace,
  portalLink: null,
  address: '203.0.113.7',
  ...overrides,
});

export const aPasskey = (overrides: Partial<Passkey> = {}): Passkey => ({
  id: 'key_1',
  name: 'MacBook Pro',
  synced: false,
  createdAt: '2026-09-04T00:00:00Z',
  lastUsedAt: null,
  ...overrides,
});
