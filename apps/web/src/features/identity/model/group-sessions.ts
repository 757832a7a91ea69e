import type { SessionView } from '@foyer/contract/api/activity';

/** Sessions of the same browser and system from the same place. */
export interface SessionGroup {
  readonly id: string;
  readonly newest: SessionView;
  /** Two or more, the last used first. */
  readonly sessions: readonly SessionView[];
}

const keyOf = ({ device: { browser, system, kind }, place, address, byPortalLink }: SessionView): string =>
  JSON.stringify([browser, system, kind, place ? place.country_name : address, byPortalLink]);

/**
 * Puts sessions together that a customer could not tell apart, in the place of the first of them. The current session stays
 * alone. Expects the last used first.
 */
export const groupSessions = (sessions: readonly SessionView[]): (SessionView | SessionGroup)[] => {
  const others = sessions.filter(({ current }) => !current);
  return sessions.flatMap((session): (SessionView | SessionGroup)[] => {
    const alike = session.current ? [session] : others.filter((other) => keyOf(other) === keyOf(session));
    if (alike.length === 1) return [session];
    return alike[0] === session ? [{ id: `group ${session.id}`, newest: session, sessions: alike }] : [];
  });
};
