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
 * Follows what other tabs do with the session (SE-06): signed out there is signed out here; somebody else signed in there
 * means that nothing on this page is theirs to see, so it starts anew. A session that ended by itself is no signing out:
 * what was typed here waits for the next sign-in (SE-05). A refresh needs nothing: the record is read each time.
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
