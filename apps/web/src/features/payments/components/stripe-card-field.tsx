import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeCardElement, StripeCardElementChangeEvent } from '@stripe/stripe-js';
import { useEffect, useId, useMemo, useState } from 'react';
import { CallError } from '../../../lib/call-error.ts';
import { pageLanguage } from '../../../lib/page-language.ts';
import { loadCardLibrary } from '../../../shared/payments/stripe.ts';
import { FieldMessage } from '../../../ui/field-message.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { CardFieldProps } from './card-field.ts';
import styles from './stripe-card-field.module.css';

const FRAME_PX = 48;

/** Stripe's frame is a page of another site, so colors and fonts are passed as values. */
const styleOfPage = () => {
  const page = getComputedStyle(document.documentElement);
  const token = (name: string) => page.getPropertyValue(name).trim();
  const base = {
    color: token('--text'),
    iconColor: token('--text-2'),
    fontFamily: getComputedStyle(document.body).fontFamily,
    fontSize: '16px',
    '::placeholder': { color: token('--text-3') },
  };
  return { base, invalid: { color: token('--bad'), iconColor: token('--bad') } };
};

const tokenOf = async (stripe: Stripe, card: StripeCardElement): Promise<string> => {
  const { token, error } = await stripe.createToken(card);
  if (token) return token.id;
  // Shows Stripe's message about a card. Without one the connection failed.
  const offline = error?.type === 'api_connection_error';
  throw new CallError({
    status: offline ? 0 : 402,
    type: offline ? 'OFFLINE' : 'StripeCardError',
    message: error?.message ?? '',
    code: error?.code ?? null,
  });
};

const Field = ({ disabled, onChange, describedBy }: CardFieldProps) => {
  const stripe = useStripe();
  const elements = useElements();
  const [wrong, setWrong] = useState<string | null>(null);
  const options = useMemo(() => ({ style: styleOfPage(), disabled, disableLink: true }), [disabled]);
  const messageId = useId();

  const changed = ({ complete, error }: StripeCardElementChangeEvent) => {
    setWrong(error?.message ?? null);
    const card = complete ? elements?.getElement(CardElement) : null;
    onChange(stripe && card ? () => tokenOf(stripe, card) : null);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a disabled fieldset would be drawn gray, and it contains a single frame
    <div role="group" aria-label={t`Card`} aria-describedby={wrong ? messageId : describedBy}>
      <CardElement className={styles.frame ?? ''} options={options} onChange={changed} />
      <FieldMessage id={messageId} error={wrong} />
    </div>
  );
};

/** Card field of Stripe (PM-02, INV-21). Numbers are typed into Stripe's frame and never into our page. */
export const StripeCardField = (props: CardFieldProps) => {
  const [stripe, setStripe] = useState<Stripe | 'failed' | null>(null);
  const load = () => {
    setStripe(null);
    loadCardLibrary().then(setStripe, () => setStripe('failed'));
  };
  useEffect(load, []);

  return (
    <>
      <span className={styles.label}>
        <Trans>Card</Trans>
      </span>
      {stripe === null && <Skeleton height={FRAME_PX} radius={8} />}
      {stripe === 'failed' && (
        <Retry title={<Trans>The card field didn't load.</Trans>} onRetry={load}>
          <Trans>It comes from our payment provider. Nothing was saved or charged.</Trans>
        </Retry>
      )}
      {stripe !== null && stripe !== 'failed' && (
        <Elements stripe={stripe} options={{ locale: pageLanguage() === 'de' ? 'de' : 'en' }}>
          <Field {...props} />
        </Elements>
      )}
    </>
  );
};
