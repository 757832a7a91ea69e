import { useEffect, useRef, useState } from 'react';

/** Returns a ref and whether its element has come into view, so that its content loads only then. */
export const useInView = () => {
  const target = useRef<HTMLDivElement>(null);
  const [isInView, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true));
    observer.observe(target.current as Element);
    return () => observer.disconnect();
  }, []);
  return [target, isInView] as const;
};
