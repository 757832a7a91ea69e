import { useEffect, useRef } from 'react';

/** Focuses the title after a change of step, so that a screen reader starts at the top of it. */
export const useFocusOnStep = (step: number) => {
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    title.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [step]);
  return title;
};
