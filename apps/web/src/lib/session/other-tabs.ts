import { leave } from './leave.ts';
import { RECORD_KEY, type SessionRecord } from './record.ts';

const userOf = (text: string | null): string | null => {
  try {
    return (JSON.parse(text as string) as SessionRecord).userId;
  } catch {
    return null;
  }
};

/**
 * Follows what other tabs do with the session (SE-06): signed out there is signed out here; somebody else signed in there
 * means that nothing on this page is theirs to see, so it starts anew. A refresh needs nothing: the record is read each time.
 */
export const followOtherTabs = (startAnew: () => void = () => location.reload()): (() => void) => {
  const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== RECORD_KEY && key !== null) return;
    if (!userOf(newValue)) leave('signedout');
    else if (userOf(oldValue) && userOf(oldValue) !== userOf(newValue)) startAnew();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
};
