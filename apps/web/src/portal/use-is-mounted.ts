import { useEffect, useRef } from 'react';

/**
 * Returns a function that tells whether the page is still mounted. A call that ends after the customer left the page must
 * not navigate away from the new one.
 */
export const useIsMounted = (): (() => boolean) => {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
};
