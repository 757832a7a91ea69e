import { cardBrandName, type CardBrand as KnownBrand, normaliseCardBrand } from '@foyer/contract/vocabulary/plans';
import styles from './card-brand.module.css';
import amex from './card-brands/amex.svg';
import diners from './card-brands/diners.svg';
import discover from './card-brands/discover.svg';
import jcb from './card-brands/jcb.svg';
import mastercard from './card-brands/mastercard.svg';
import plain from './card-brands/plain.svg';
import unionpay from './card-brands/unionpay.svg';
import visa from './card-brands/visa.svg';
import { cx } from './cx.ts';

// files and not markup: a page fetches the one drawing it shows, and the first chunk carries none
const drawings: Record<KnownBrand, string> = { visa, mastercard, amex, discover, diners, jcb, unionpay, '': plain };

interface CardBrandProps {
  brand: string | null | undefined;
  size?: 'sm' | 'md' | 'lg';
  /** Beside the brand's name in words the drawing is only decoration. */
  decorative?: boolean;
}

/** Our own small drawing of a card brand (PM-06), the same in both themes. */
export const CardBrand = ({ brand, size = 'md', decorative = false }: CardBrandProps) => (
  <img
    className={cx(styles.logo, size !== 'md' && styles[size])}
    src={drawings[normaliseCardBrand(brand)]}
    alt={decorative ? '' : cardBrandName(brand)}
    width={32}
    height={20}
  />
);

/** `•••• 4242` beside its drawing: the way a card looks in a table or a total. */
export const CardLine = ({ brand, last4, size }: { brand: string | null; last4: string; size?: 'sm' | 'md' }) => (
  <span className={styles.label}>
    <CardBrand brand={brand} {...(size && { size })} />
    •••• {last4}
  </span>
);

/** `Visa •••• 4242` in a sentence. */
export const cardLabel = (card: { brand: string | null; last4: string }): string =>
  `${cardBrandName(card.brand)} •••• ${card.last4}`;
