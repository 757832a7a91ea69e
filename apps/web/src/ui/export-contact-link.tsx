import type { ReactNode } from 'react';
import { exportContact } from '../lib/export-contact.ts';

/** Mail link to the contact for export reviews (SU-08, EX-01). Shows nothing where the vendor names no contact. */
export const ExportContactLink = ({ children }: { children: ReactNode }) => {
  const email = exportContact();
  return (
    email && (
      <a className="link" href={`mailto:${email}`}>
        {children}
      </a>
    )
  );
};
