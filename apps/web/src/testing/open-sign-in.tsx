import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { redirect } from '../lib/redirect.ts';
import { takeRoute } from '../sign-in/route.ts';
import { SignInSite } from '../sign-in/site.tsx';

/** The sign-in site at an address below /id/. `left` is told where it sends the visitor. */
export const openSignIn = (address = '') => {
  const left = vi.fn<(address: string) => void>();
  vi.spyOn(redirect, 'to').mockImplementation(left);
  history.replaceState(null, '', `/id/${address}`);
  const { unmount } = render(<SignInSite first={takeRoute()} />);
  return { user: userEvent.setup(), left, unmount };
};

/** A browser that knows passkeys. What it answers when asked for one is the test's. */
export const withPasskeys = (get: (options: CredentialRequestOptions) => Promise<unknown>) => {
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
};

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** What a browser gives for a passkey, as far as the page passes it on. */
export const aCredential = () => ({
  id: 'cred',
  rawId: bytes('cred'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: {
    authenticatorData: bytes('data'),
    clientDataJSON: bytes('client'),
    signature: bytes('signed'),
    userHandle: bytes('handle'),
  },
  getClientExtensionResults: () => ({}),
});
