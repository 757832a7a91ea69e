import { RECORD_KEY, type SessionRecord } from './record.ts';
import { redirectToSignOut } from './redirect-to-sign-out.ts';
import { wasSignedOut } from './sign-out.ts';

const recordIn = (text: string | null): SessionRecord | null => {
  try {
    return JSON.parse(text as string);
  } catch {
    return null;
  }
};

/**
 * Follows changes of the session by other tabs (SE-06). A sign-out there signs this tab out. Another user there reloads
 * this page, because its data belongs to the previous user. A session that expired is not a sign-out: drafts stay until
 * the next sign-in (SE-05).
 */
export const followOtherTabs = (startAnew: () => void = () => location.reload()): (() => void) => {
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== RECORD_KEY && key !== null) return;
    const before = recordIn(oldValue);
    const now = recordIn(newValue);
    if (!now) redirectToSignOut(before && wasSignedOut(before) ? 'signedout' : undefined);
    else if (before && before.userId !== now.userId) startAnew();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
};
