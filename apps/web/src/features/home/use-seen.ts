import { useEffect, useRef, useState } from 'react';

/** Whether a place of the page has come into view: what is shown there is fetched then, and not with the first screen. */
export const useSeen = () => {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true));
    observer.observe(place.current as Element);
    return () => observer.disconnect();
  }, []);
  return [place, seen] as const;
};
