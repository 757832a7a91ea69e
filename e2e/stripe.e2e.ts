import type { Page } from '@playwright/test';
import { type MailServer, startMailServer } from '../apps/server/test/mail-server.ts';
import { type StripeStandIn, startStripeStandIn } from '../apps/server/test/stripe-stand-in/stand-in.ts';
import { boston } from './buyer.ts';
import { callAs, heading } from './identity.ts';
import { type RunningServer, startServer } from './server.ts';
import { expect, expectUsable, test } from './support.ts';

/**
 * Payments through Stripe. The server uses the Stripe gateway against a fake of Stripe's API. The page uses Stripe's
 * library, which loads a fake of Stripe's script.
 */

const SECRET_KEY = 'sk_test_standin';
const PASSWORD = 'a perfectly fine phrase';
const address = { ...boston, organization: 'Lantern Robotics' };

/** Fake of Stripe's script with the parts that the page uses: the card element, tokens, and the 3-D Secure challenge. */
const STAND_IN_SCRIPT = `window.Stripe = (key) => {
  const tokens = { '4242': 'tok_visa', '9995': 'tok_chargeDeclinedInsufficientFunds', '0446': 'pm_card_authenticationRequiredSetupForOffSession' };
  let typed = '';
  const element = () => {
    const listeners = {};
    return {
      on: (name, listener) => { listeners[name] = listener; return element; },
      off: () => {}, update: () => {}, destroy: () => {}, unmount: () => {},
      mount: (place) => {
        const input = document.createElement('input');
        input.setAttribute('aria-label', 'Card number (' + key + ')');
        input.addEventListener('input', () => {
          typed = input.value;
          listeners.change?.({ complete: typed.length === 16, error: typed.length > 16 ? { message: 'Your card number is invalid.' } : undefined });
        });
        place.append(input);
        listeners.ready?.();
      },
    };
  };
  return {
    elements: () => { let made = null; return { create: () => (made = element()), getElement: () => made, update: () => {} }; },
    createToken: async () => ({ token: { id: tokens[typed.slice(-4)] } }),
    createPaymentMethod: async () => ({}), confirmCardPayment: async () => ({}), registerAppInfo: () => {}, _registerWrapper: () => {},
    handleNextAction: async ({ clientSecret }) => { await window.askBank(clientSecret); return {}; },
  };
};
window.Stripe.version = document.currentScript.src.split('/')[3];`;

let stripe: StripeStandIn;
let post: MailServer;
let server: RunningServer;

test.beforeAll(async () => {
  test.setTimeout(200_000);
  [stripe, post] = await Promise.all([startStripeStandIn(SECRET_KEY), startMailServer()]);
  server = await startServer({
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
    STRIPE_WEBHOOK_SECRET: 'whsec_standin',
    STRIPE_API_URL: `http://127.0.0.1:${stripe.api.port}`,
    SMTP_URL: post.url,
    MAIL_FROM: 'accounts@arcwave.test',
  });
});
test.afterAll(async () => {
  await server.stop();
  await Promise.all([stripe.stop(), post.stop()]);
});

/** Registers a customer by an API call, signs in by the form, adds an address, and ends at Home. */
const becomePayer = async (page: Page, email: string): Promise<void> => {
  const data = { email, password: PASSWORD, firstName: 'Grace', lastName: 'Hopper' };
  expect((await page.request.post(`${server.url}/api/auth/users`, { data })).status()).toBe(201);
  await page.goto(`${server.url}/#/`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(heading(page, 'Welcome, Grace')).toBeVisible();
  await callAs(page, 'POST', '/api/auth/me/addresses', address);
};

/** Fake of the bank's window in the page. Records the client secrets it gets; `approves` sets the customer's answer. */
const fakeBank = async (page: Page): Promise<{ readonly asked: string[]; approves: boolean }> => {
  const bank = { asked: [] as string[], approves: false };
  await page.exposeFunction('askBank', (clientSecret: string) => {
    bank.asked.push(clientSecret);
    const [intent = ''] = clientSecret.split('_secret_');
    stripe.books.answerBank(intent, bank.approves);
  });
  return bank;
};

const cardNumber = (page: Page) => page.getByLabel('Card number (pk_test_standin)');

test('[PM-01, PM-02, PM-09] a card and a payment through Stripe: its card field, its messages, and a challenge inside the page', async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of 402/);
  complaints.expect(/js\.stripe\.com.*ERR_FAILED|ERR_FAILED.*js\.stripe\.com/);
  let isReachable = false;
  await page.route('https://js.stripe.com/**', (route) =>
    isReachable ? route.fulfill({ contentType: 'text/javascript', body: STAND_IN_SCRIPT }) : route.abort(),
  );
  const bank = await fakeBank(page);
  await becomePayer(page, 'payer@customers.arcwave.test');

  // Stripe's script fails to load: the page says so, and Try again loads it.
  await page.goto(`${server.url}/#/payments/method?returnPath=%2Fpayments`);
  await page.reload();
  await expect(page.getByText("The card field didn't load.")).toBeVisible();
  isReachable = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectUsable(page, 'card page with Stripe');

  const save = page.getByRole('button', { name: 'Save card' });
  await expect(save).toBeDisabled();
  await cardNumber(page).fill('4000000000009995');
  await save.click();
  await expect(page.getByText('Your card has insufficient funds.')).toBeVisible();
  await cardNumber(page).fill('4000000000000446');
  await save.click();
  await expect(page).toHaveURL(`${server.url}/#/payments`);

  await page.goto(`${server.url}/#/subscriptions/drive`);
  await page
    .getByRole('group', { name: 'Starter billing' })
    .getByRole('radio', { name: /Yearly/ })
    .check();
  await page.getByRole('link', { name: 'Choose plan' }).click();
  const pay = page.getByRole('button', { name: /^Pay \$/ });
  await pay.click();
  // The bank declined: nothing is charged, and the customer can try again.
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was charged.' })).toBeVisible();
  await expect.poll(() => bank.asked.length).toBe(1);
  expect(stripe.books.charged()).toEqual([]);
  bank.approves = true;
  await expect(pay).toBeEnabled();
  const label = await pay.innerText();
  await pay.click();
  await expect(heading(page, 'Welcome, Grace')).toBeVisible();
  await expect.poll(() => bank.asked.length).toBe(2);
  const cents = Number(label.replace(/\D/g, ''));
  expect(stripe.books.charged().map(({ amount }) => amount)).toEqual([cents]);
  expect(
    bank.asked.every((secret) => !page.url().includes(secret)),
    'no secret in an address',
  ).toBe(true);
});
