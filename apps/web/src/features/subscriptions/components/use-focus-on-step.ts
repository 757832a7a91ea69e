import { useEffect, useRef } from 'react';

/** After a change of step the title has the focus, so that a screen reader starts at the top of the new step. */
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
