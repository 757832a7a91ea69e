import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import styles from './test-cards.module.css';

const cards: readonly { readonly number: string; readonly effect: ReactNode }[] = [
  { number: '4242 4242 4242 4242', effect: <Trans>Every payment succeeds</Trans> },
  { number: '4000 0000 0000 3220', effect: <Trans>The bank asks for a confirmation</Trans> },
  { number: '4000 0000 0000 9995', effect: <Trans>Declined when you save it</Trans> },
  { number: '4000 0000 0000 0341', effect: <Trans>Saved, then declined at every payment</Trans> },
];

/** Test cards of the sandbox and what each does, closed at first. Every expiry date in the future and every code fits. */
export const TestCards = () => (
  <details className={styles.cards}>
    <summary>
      <Trans>Test cards</Trans>
    </summary>
    <dl>
      {cards.map(({ number, effect }) => (
        <div key={number}>
          <dt>{number}</dt>
          <dd>{effect}</dd>
        </div>
      ))}
    </dl>
    <p>
      <Trans>Use any expiry date in the future and any security code.</Trans>
    </p>
  </details>
);
