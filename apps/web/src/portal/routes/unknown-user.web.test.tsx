import { screen, waitFor, within } from '@testing-library/react';
import type { RequestHandler } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { aMe, aQuote } from '../../testing/builders.ts';
import { all, DRIVE, quoteIs, REVIEW, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, neverAnswers, refuse } from '../../testing/handlers.ts';
import { IOT, openIot, PAY, radio, ready } from '../../testing/iot-answers.ts';
import { openLicence } from '../../testing/licence-answers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';
import { scopePlans, tieredPlansAre } from '../../testing/tiered-answers.ts';

/** The user did not load, or loads for ever. Only the parts that show the user wait, or say that it did not load. */

const ME = 'GET /api/auth/me';
const SCOPE = '/subscriptions/scope';
const faces: readonly (readonly [string, RequestHandler])[] = [
  ['did not load', refuse(ME, 'INTERNAL_ERROR')],
  ['is on its way', neverAnswers(ME)],
];
const TRY_AGAIN = { name: 'Try again' };

describe.each(faces)('[SE-07] the user %s', (face, me) => {
  test('[DR-01] plans of drive can be chosen', async () => {
    renderApp(DRIVE, { handlers: [me, all, subscriptionsAre()] });
    await screen.findByRole('heading', { name: 'Pro' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('[DR-01] [PM-05] nor is anybody new sent for an address that nobody knows to be missing', async () => {
    renderApp(`${DRIVE}?plan=pln_drive_starter_yearly&r=newuser`, { handlers: [me, all, subscriptionsAre()] });
    const link = await screen.findByRole('link', { name: /Review|Choose plan|Continue/ });
    expect(link.getAttribute('href')).toContain('step=review');
    expect(link.getAttribute('href')).not.toContain('/address');
  });

  test('[SP-01] plans of scope can be chosen', async () => {
    renderApp(SCOPE, { handlers: [me, tieredPlansAre(...scopePlans)] });
    expect(await screen.findByRole('link', { name: 'Choose plan' })).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('[IO-01] plans of IoT can be chosen, but for the one that asks for an email', async () => {
    openIot([me]);
    await ready('Subscribe');
    expect(radio('Individual').disabled).toBe(false);
    expect(radio('Student').disabled).toBe(true);
    expect(screen.getByText(/Needs a verified .edu email/)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Add one' })).toBeNull();
  });

  test('[MA-01] an extension can be bought', async () => {
    openLicence([me]);
    expect(await screen.findByRole('radiogroup', { name: 'Extension' })).toBeDefined();
  });

  test('[DR-04] the review stands with every figure, and can be paid', async () => {
    renderApp(REVIEW, { handlers: [me, all, subscriptionsAre(), quoteIs()] });
    expect(await ready('Pay $324.62')).toBeDefined();
    expect(screen.getByText('Tax, Boston MA (8.25%)')).toBeDefined();
    const row = within(screen.getByRole('heading', { name: 'Billing address' }).closest('li') as HTMLElement);
    expect(row.queryByRole('link')).toBeNull();
    if (face === 'is on its way') expect(screen.queryByText("It didn't load.")).toBeNull();
    else expect(row.getByRole('alert').textContent).toBe("It didn't load.");
  });
});

test.each([
  ['the browser is offline', false, refuse(ME, 'INTERNAL_ERROR'), "It didn't load. You're offline."],
  [
    'it was read too often',
    true,
    refuse(ME, 'RATE_LIMITED', { headers: { 'retry-after': '45' } }),
    "It didn't load. Too many tries. Try again in 45 seconds.",
  ],
])('[SE-07] [DR-04] the address of a review did not load because %s: its row says so', async (_, onLine, me, words) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  renderApp(REVIEW, { handlers: [me, all, subscriptionsAre(), quoteIs()] });
  await ready('Pay $324.62');
  const row = within(screen.getByRole('heading', { name: 'Billing address' }).closest('li') as HTMLElement);
  await waitFor(() => expect(row.getByRole('alert').textContent).toBe(words));
});

test('[SE-07] [DR-04] the address of a review can be asked for again, and comes alone', async () => {
  const { user } = renderApp(REVIEW, {
    handlers: [refuse(ME, 'INTERNAL_ERROR'), all, subscriptionsAre(), quoteIs(aQuote())],
  });
  const again = await screen.findByRole('button', TRY_AGAIN);
  server.use(answer(ME, aMe()));
  await user.click(again);
  expect(await screen.findByText('1 Main St, Boston, MA 02110')).toBeDefined();
  expect(screen.getByText('Tax, Boston MA (8.25%)')).toBeDefined();
});

test('[SE-07] [IO-01] the email that a plan asks for can be asked for again', async () => {
  const { user } = openIot([refuse(ME, 'INTERNAL_ERROR')], '?plan=pln_iot_individual_yearly&pay=now');
  await ready(PAY);
  const [note] = await screen.findAllByRole('button', TRY_AGAIN);
  server.use(answer(ME, aMe({ user: { email: 'ada@waves.edu', emailVerified: true } })));
  await user.click(note as HTMLElement);
  await waitFor(() => expect(radio('Student').disabled).toBe(false));
  expect(screen.queryByText(/Needs a verified/)).toBeNull();
  expect(location.hash).toContain(IOT);
});
