import type { ReactNode } from 'react';
import { config } from '../lib/config.ts';

/**
 * Mail link to support (AD-05, PR-05, SC-07). The text defaults to the address. Renders nothing if the brand has no
 * support address.
 */
export const SupportLink = ({ children = config.contacts.supportEmail }: { children?: ReactNode }) =>
  config.contacts.supportEmail ? (
    <a className="link" href={`mailto:${config.contacts.supportEmail}`}>
      {children}
    </a>
  ) : null;
