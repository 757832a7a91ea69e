import { t } from '@lingui/core/macro';
import { type IconNode, KeyRound, ListChecks, Package, ScrollText, Send, ShieldAlert, Ticket, Users } from 'lucide';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { usePath } from '../lib/hash-location.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import styles from './frame.module.css';
import { NavLabel } from './nav-label.tsx';
import { useMayCall, useOperator } from './operator.tsx';
import { type ListedPage, listedPages, operatorPaths, requiredCalls, routeFor } from './routes.ts';
import { setSearchText } from './search.ts';

const icons: Readonly<Record<ListedPage, IconNode>> = {
  customers: Users,
  reviews: ShieldAlert,
  codes: Ticket,
  catalogue: Package,
  work: ListChecks,
  hooks: Send,
  keys: KeyRound,
  audit: ScrollText,
};

/** The entry of the open page ends its search: the address stays the same. */
const NavLink = ({ page, current }: { page: ListedPage; current: boolean }) => {
  const isOpen = usePath() === operatorPaths[page];
  return (
    useMayCall(requiredCalls[page]) && (
      <li>
        <Link
          href={operatorPaths[page]}
          aria-current={current ? 'page' : undefined}
          onClick={() => isOpen && setSearchText('')}
        >
          <Icon of={icons[page]} />
          <NavLabel page={page} />
        </Link>
      </li>
    )
  );
};

/** Scrolls a strip until the entry of the current page is in its middle. Not scrollIntoView, which would scroll the page as well. */
const showCurrent = (strip: HTMLElement): void => {
  const entry = strip.querySelector<HTMLElement>('[aria-current]');
  if (entry) strip.scrollLeft = entry.offsetLeft - (strip.clientWidth - entry.offsetWidth) / 2;
};

/** Tells on which sides a strip has more than it shows. A strip that fits has more on neither side. */
const hiddenSidesOf = ({ scrollLeft, scrollWidth, clientWidth }: HTMLElement) => ({
  before: scrollLeft > 1,
  after: scrollLeft + clientWidth < scrollWidth - 1, // zoomed pages have parts of a pixel
});

/** Keeps the entry of the current page in sight, and returns the sides on which the strip continues. */
const useStrip = (ref: RefObject<HTMLElement | null>, current: string) => {
  const [sides, setSides] = useState({ before: false, after: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry of another page is elsewhere
  useLayoutEffect(() => {
    if (ref.current) showCurrent(ref.current);
  }, [current]);
  useEffect(() => {
    const strip = ref.current;
    if (!strip) return;
    const measure = () => {
      const next = hiddenSidesOf(strip);
      setSides((old) => (old.before === next.before && old.after === next.after ? old : next));
    };
    measure();
    strip.addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      strip.removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [ref]);
  return sides;
};

/**
 * List of the pages. On a phone it is a strip that scrolls sideways: the entry of the current page is scrolled to its
 * middle, and the strip fades where it continues.
 */
export const PageList = () => {
  const { roles } = useOperator();
  const { page: current } = routeFor(usePath(), roles);
  const strip = useRef<HTMLUListElement>(null);
  const { before, after } = useStrip(strip, current);
  return (
    <nav className={styles.nav} aria-label={t`Operator site`}>
      <ul ref={strip} data-more-before={before || undefined} data-more-after={after || undefined}>
        {listedPages.map((page) => (
          <NavLink key={page} page={page} current={page === current} />
        ))}
      </ul>
    </nav>
  );
};
