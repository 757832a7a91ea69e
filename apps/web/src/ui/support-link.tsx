import type { ReactNode } from 'react';
import { config } from '../lib/config.ts';

/** A mail to who helps somebody that gets no further (AD-05, PR-05, SC-07), in the words of the place; nothing where the brand names nobody. */
export const SupportLink = ({ children = config.contacts.supportEmail }: { children?: ReactNode }) =>
  config.contacts.supportEmail ? (
    <a className="link" href={`mailto:${config.contacts.supportEmail}`}>
      {children}
    </a>
  ) : null;
