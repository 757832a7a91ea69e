import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { config } from '../../lib/config.ts';

let loading: Promise<Stripe> | undefined;

const createStripe = async (): Promise<Stripe> => {
  const stripe = await loadStripe(config.publishableKey ?? '');
  if (!stripe) throw new Error('card field: Stripe.js did not load');
  return stripe;
};

/**
 * Loads Stripe.js from Stripe's host when a card is entered or a bank asks, and again after a failed load. Passes no
 * load parameters: with any, the loader (10.2.1) never recovers from a script that failed once.
 */
export const loadCardLibrary = (): Promise<Stripe> => {
  loading ??= createStripe().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
};

/** Shows the challenge of the bank (3-D Secure). Returns no result, because only our server knows it for certain. */
export const answerChallenge = async (clientSecret: string): Promise<void> => {
  await (await loadCardLibrary()).handleNextAction({ clientSecret });
};
