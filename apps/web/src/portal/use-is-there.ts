import { useEffect, useRef } from 'react';

/**
 * Whether the page still stands there. What was begun on it may end when its visitor has gone on to another, and nobody is
 * fetched away from what they do now.
 */
export const useIsThere = (): (() => boolean) => {
  const there = useRef(true);
  useEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
    };
  }, []);
  return () => there.current;
};
