import { normaliseCardBrand } from '@foyer/contract/vocabulary/plans';
import type { ReactNode } from 'react';
import styles from './card-brand.module.css';
import { cx } from './cx.ts';

const word = (text: string, fill: string, size: number, italic = false) => (
  <text
    x="16"
    y={10 + size * 0.36}
    textAnchor="middle"
    fontFamily="Arial, sans-serif"
    fontWeight="800"
    fontStyle={italic ? 'italic' : undefined}
    fontSize={size}
    fill={fill}
  >
    {text}
  </text>
);

const drawings: Record<string, { name: string; drawing: ReactNode }> = {
  visa: { name: 'Visa', drawing: word('VISA', '#1a2a80', 10.5, true) },
  mastercard: {
    name: 'Mastercard',
    drawing: (
      <>
        <circle cx="12.6" cy="10" r="6" fill="#e4202c" />
        <circle cx="19.4" cy="10" r="6" fill="#f59a1b" />
        <path d="M16 5.06a6 6 0 0 1 0 9.88 6 6 0 0 1 0-9.88z" fill="#f0601f" />
      </>
    ),
  },
  amex: {
    name: 'American Express',
    drawing: (
      <>
        <rect width="32" height="20" rx="4" fill="#1f6fc4" />
        {word('AMEX', '#fff', 9)}
      </>
    ),
  },
  discover: {
    name: 'Discover',
    drawing: (
      <>
        <path d="M32 10v6a4 4 0 0 1-4 4H12c9-1 16-5 20-10z" fill="#ef7a1a" />
        {word('DISCOVER', '#1c1f26', 5.6)}
      </>
    ),
  },
  diners: {
    name: 'Diners Club',
    drawing: (
      <>
        <circle cx="16" cy="10" r="7" fill="#0a5c98" />
        <circle cx="16" cy="10" r="5.2" fill="#fff" />
        <path d="M14.4 6.2a4 4 0 0 0 0 7.6zM17.6 6.2a4 4 0 0 1 0 7.6z" fill="#0a5c98" />
      </>
    ),
  },
  jcb: {
    name: 'JCB',
    drawing: (
      <>
        <path d="M6 6a3 3 0 0 1 3-3h3v11a3 3 0 0 1-3 3H6z" fill="#0f63ac" />
        <path d="M13 6a3 3 0 0 1 3-3h3v11a3 3 0 0 1-3 3h-3z" fill="#c9202f" />
        <path d="M20 6a3 3 0 0 1 3-3h3v11a3 3 0 0 1-3 3h-3z" fill="#1d8a3e" />
      </>
    ),
  },
  unionpay: {
    name: 'UnionPay',
    drawing: (
      <>
        <path d="M6 3h7l-3 14H4.5a1.5 1.5 0 0 1-1.4-2z" fill="#d7202c" />
        <path d="M13.5 3h6l-3 14h-6z" fill="#0b4c7f" />
        <path d="M20 3h7.5a1.5 1.5 0 0 1 1.4 2L26 17h-9z" fill="#0b7d78" />
      </>
    ),
  },
};

const plainCard = (
  <>
    <rect x="6" y="4.5" width="20" height="11" rx="2" fill="none" stroke="#8b909c" strokeWidth="1.4" />
    <path d="M6 8h20" stroke="#8b909c" strokeWidth="1.8" />
  </>
);

/** `Visa` for what gateways call `visa`; an unknown brand is just a card (PM-06). */
const cardBrandName = (brand: string | null | undefined): string => drawings[normaliseCardBrand(brand)]?.name ?? 'Card';

interface CardBrandProps {
  brand: string | null | undefined;
  size?: 'sm' | 'md' | 'lg';
  /** Beside the brand's name in words the drawing is only decoration. */
  decorative?: boolean;
}

/** Our own small drawing of a card brand (PM-06), the same in both themes. */
export const CardBrand = ({ brand, size = 'md', decorative = false }: CardBrandProps) => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: it has a label, or stands beside the brand's name and is decoration
  <svg
    className={cx(styles.logo, size !== 'md' && styles[size])}
    viewBox="0 0 32 20"
    {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': cardBrandName(brand) })}
  >
    {drawings[normaliseCardBrand(brand)]?.drawing ?? plainCard}
  </svg>
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
