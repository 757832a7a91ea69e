import type { ReactNode, Ref } from 'react';
import styles from './section-head.module.css';

interface SectionHeadProps {
  children: ReactNode;
  /** Short content at the right end, such as a link to all entries. */
  aside?: ReactNode;
  headingRef?: Ref<HTMLHeadingElement>;
  id?: string;
}

/** Heading of a section. It can be focused, so that links can lead to it. */
export const SectionHead = ({ children, aside, headingRef, id }: SectionHeadProps) => (
  <div className={styles.head}>
    <h2 ref={headingRef} id={id} tabIndex={-1}>
      {children}
    </h2>
    {aside}
  </div>
);
