import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { config } from '../lib/config.ts';
import { redirect } from '../lib/redirect.ts';
import { leaveMark } from '../lib/session/sign-in-mark.ts';
import { Note } from './note.tsx';
import { OutcomePage } from './outcome-page.tsx';
import { reasonText } from './reason.tsx';

/**
 * Page for an external OpenID provider, which has no form (SE-11). A user who only has to sign in is redirected at
 * once; a user who was signed out first sees the reason.
 */
export const ProviderPage = ({ arrived }: { arrived: boolean }) => {
  const { vendor } = config.brand;
  const [mark] = useState(leaveMark);
  const query = new URLSearchParams(location.search);
  query.set('mark', mark);
  const reason = query.get('reason');
  const reasonMessage = reason === 'unauthorized' ? null : reasonText(reason, null);
  const start = `/api/auth/oidc/start?${query}`;
  useEffect(() => {
    if (!reasonMessage) redirect.to(start);
  }, [reasonMessage, start]);
  return (
    <OutcomePage
      arrived={arrived}
      tab={t`Sign in`}
      title={<Trans>Sign in to {vendor}</Trans>}
      way={{ href: start }}
      wayLabel={<Trans>Sign in</Trans>}
    >
      {reasonMessage && <Note>{reasonMessage}</Note>}
    </OutcomePage>
  );
};
