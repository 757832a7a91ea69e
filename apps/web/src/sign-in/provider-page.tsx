import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { config } from '../lib/config.ts';
import { redirect } from '../lib/redirect.ts';
import { leaveMark } from '../lib/session/sign-in-mark.ts';
import { Note } from './note.tsx';
import { OutcomePage } from './outcome-page.tsx';
import { reasonText } from './reason.tsx';

/**
 * Where another provider signs people in there is nothing to type here (SE-11): whoever only has to sign in is sent on at
 * once, whoever was signed out is told why first, in words.
 */
export const ProviderPage = ({ arrived }: { arrived: boolean }) => {
  const { t } = useLingui();
  const { vendor } = config.brand;
  const [mark] = useState(leaveMark);
  const query = new URLSearchParams(location.search);
  query.set('mark', mark);
  const reason = query.get('reason');
  const words = reason === 'unauthorized' ? null : reasonText(reason, null);
  const start = `/api/auth/oidc/start?${query}`;
  useEffect(() => {
    if (!words) redirect.to(start);
  }, [words, start]);
  return (
    <OutcomePage
      arrived={arrived}
      tab={t`Sign in`}
      title={<Trans>Sign in to {vendor}</Trans>}
      way={{ href: start }}
      wayLabel={<Trans>Sign in</Trans>}
    >
      {words && <Note>{words}</Note>}
    </OutcomePage>
  );
};
