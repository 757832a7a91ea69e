import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { config } from './config.ts';

let loading: Promise<Stripe> | undefined;

const createStripe = async (): Promise<Stripe> => {
  const stripe = await loadStripe(config.publishableKey ?? '');
  if (!stripe) throw new Error('card field: Stripe.js did not load');
  return stripe;
};

/**
 * The provider's own script, from its own host and only where a card is entered or a bank asks; tried anew when it failed.
 * Without load parameters: with any, their loader never comes back from a script that failed once (10.2.1).
 */
export const loadProvider = (): Promise<Stripe> => {
  loading ??= createStripe().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
};

/** Shows the challenge of the bank (3-D Secure). Returns no result, because only our server knows it for certain. */
export const answerChallenge = async (clientSecret: string): Promise<void> => {
  await (await loadProvider()).handleNextAction({ clientSecret });
};
