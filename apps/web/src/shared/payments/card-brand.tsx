import { cardBrandNames, type CardBrand as KnownBrand } from '@foyer/contract/vocabulary/cards';
import amex from '../../ui/card-brands/amex.svg';
import diners from '../../ui/card-brands/diners.svg';
import discover from '../../ui/card-brands/discover.svg';
import jcb from '../../ui/card-brands/jcb.svg';
import mastercard from '../../ui/card-brands/mastercard.svg';
import plain from '../../ui/card-brands/plain.svg';
import unionpay from '../../ui/card-brands/unionpay.svg';
import visa from '../../ui/card-brands/visa.svg';
import { cx } from '../../ui/cx.ts';
import styles from './card-brand.module.css';

// Files instead of markup: a page loads only the drawing that it shows, and the first chunk none.
const drawings: Record<KnownBrand, string> = { visa, mastercard, amex, discover, diners, jcb, unionpay, '': plain };

/** Empty for a brand without a drawing. The server sends normalised names (PM-06). */
const knownBrand = (brand: string | null | undefined): KnownBrand =>
  brand && Object.hasOwn(drawings, brand) ? (brand as KnownBrand) : '';

interface CardBrandProps {
  brand: string | null | undefined;
  size?: 'sm' | 'md' | 'lg';
  /** Decorative, because the name of the brand is beside it. */
  decorative?: boolean;
}

/** Our own drawing of a card brand (PM-06), the same in both themes. */
export const CardBrand = ({ brand, size = 'md', decorative = false }: CardBrandProps) => {
  const known = knownBrand(brand);
  return (
    <img
      className={cx(styles.logo, !known && styles.none)}
      data-size={size}
      src={drawings[known]}
      alt={decorative ? '' : cardBrandNames[known]}
      width={32}
      height={20}
    />
  );
};

/** Card as drawing and digits, `•••• 4242`, for tables and totals. */
export const CardLine = ({ brand, last4, size }: { brand: string | null; last4: string; size?: 'sm' | 'md' }) => (
  <span className={styles.label}>
    <CardBrand brand={brand} {...(size && { size })} />
    •••• {last4}
  </span>
);

/** Space at which no line breaks. */
const NO_BREAK = '\u00a0';

/** Returns the name of a card in a sentence: `Visa •••• 4242`. It stays on one line. */
export const cardLabel = (card: { brand: string | null; last4: string }): string =>
  `${cardBrandNames[knownBrand(card.brand)]}${NO_BREAK}••••${NO_BREAK}${card.last4}`;
