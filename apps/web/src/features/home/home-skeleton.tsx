import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import styles from './home.module.css';

/** Placeholder of the welcome until the next charge has loaded (SH-12). */
export const WelcomeSkeleton = ({ title }: { title: ReactNode }) => (
  <PageHeader
    title={
      <>
        <span className="sr">
          <Trans>Loading your account</Trans>
        </span>{' '}
        {title}
      </>
    }
    description={
      <span className={styles.lead}>
        <span className={styles.leadPlaceholder} />
      </span>
    }
  />
);

const ProductSkeleton = () => (
  <Card as="article" className={`${styles.product} ${styles.waiting}`} aria-hidden="true">
    <div className={styles.head}>
      <span className={styles.markPlaceholder} />
      <div>
        <span className={styles.namePlaceholder} />
        <span className={styles.linePlaceholder} />
      </div>
    </div>
    <div className={styles.rows}>
      <div className={styles.row}>
        <div className="grow">
          <span className={styles.namePlaceholder} />
          <span className={styles.linePlaceholder} />
        </div>
        <span className={styles.buttonPlaceholder} />
      </div>
    </div>
    <div className={styles.foot}>
      <span className={styles.buttonPlaceholder} />
    </div>
  </Card>
);

/** Placeholders of the product cards, at most three (SH-12). CSS hides those that the vendor does not need. */
export const ProductsSkeleton = () => (
  <div className={styles.cards}>
    <ProductSkeleton />
    <ProductSkeleton />
    <ProductSkeleton />
  </div>
);

/** Placeholders of five shortcuts (SH-12). */
export const QuickActionsSkeleton = () => (
  <Card as="ul" clip className={styles.quick} aria-hidden="true">
    {['metered', 'redeem', 'card', 'address', 'payments'].map((cell) => (
      <li key={cell}>
        <span className={styles.cell}>
          <span className={styles.iconPlaceholder} />
          <span className={styles.cellPlaceholder} />
          <span className={styles.cellLinePlaceholder} />
        </span>
      </li>
    ))}
  </Card>
);

/** Placeholders of the lower part of Home, until it is scrolled into view and has loaded. */
export const BelowSkeleton = () =>
  [t`Security`, t`Privacy`].map((name) => (
    <section key={name}>
      <SectionHead>{name}</SectionHead>
      <span className={styles.belowPlaceholder} />
    </section>
  ));

/** Placeholders of the sections of Home with their headings. */
export const SectionsSkeleton = () => (
  <>
    <section>
      <SectionHead>
        <Trans>Products</Trans>
      </SectionHead>
      <ProductsSkeleton />
    </section>
    <section className={styles.section}>
      <SectionHead>
        <Trans>Quick actions</Trans>
      </SectionHead>
      <QuickActionsSkeleton />
    </section>
    <div className={styles.below}>
      <BelowSkeleton />
    </div>
  </>
);

/** Welcome of the HTML that all users get. The first script knows the name, and CSS writes it in. */
const StaticWelcome = () => {
  const name = '|';
  const [before, after] = t`Welcome, ${name}`.split(name);
  return (
    <>
      <span className={styles.anyone}>
        <Trans>Welcome</Trans>
      </span>
      <span className={styles.named}>
        {before}
        <span className={styles.nameBefore} />
        {after}
      </span>
    </>
  );
};

/** Skeleton of Home, as the HTML contains it before the bundle arrives. */
export const HomeSkeleton = () => (
  <>
    <WelcomeSkeleton title={<StaticWelcome />} />
    <div className={styles.notices} />
    <SectionsSkeleton />
  </>
);
