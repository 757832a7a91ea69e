import type { Intake } from '../../lib/session/intake.ts';
import { claimsOf, readRecord, type SessionRecord } from '../../lib/session/record.ts';
import { endSessionOnServer } from '../../lib/session/sign-out.ts';

const sessionOf = (record: SessionRecord | null): string | undefined =>
  record?.accessToken && claimsOf(record.accessToken).jti;

/**
 * Ends a session on the server unless it is the current one. It is the current one if a token was sent twice, or the
 * user has just chosen it.
 */
const endUnlessHeld = (record: SessionRecord): void => {
  if (sessionOf(record) !== sessionOf(readRecord())) void endSessionOnServer(record);
};

const followed = new WeakSet<Promise<Intake>>();

/**
 * Ends on the server each session that an intake leaves unused (INV-13): the replaced session, also if `/signin` was
 * left before the answer, and the session that the user is asked about, if the portal is left without an answer.
 */
export const followIntake = async (intake: Promise<Intake>): Promise<void> => {
  if (followed.has(intake)) return;
  followed.add(intake);
  const result = await intake;
  if (result.outcome === 'asks') {
    addEventListener('pagehide', () => {
      if (window.__foyer?.intake !== intake) return;
      endUnlessHeld(result.record);
      // The browser may restore this page from its cache. There is nothing to confirm any more.
      window.__foyer.intake = Promise.resolve({ outcome: 'stored' });
    });
  } else if (result.outcome !== 'unreachable' && result.left) endUnlessHeld(result.left);
};
