import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { quoteIs, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { scopePlans, tieredPlansAre } from '../../testing/tiered-answers.ts';

const SCOPE = '/subscriptions/scope';
const all = tieredPlansAre(...scopePlans);
const radio = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name });

test('[DR-04] [SU-08] while it runs nothing else is chosen; its answer lost, a trial is no second order at once', async () => {
  let sent = 0;
  let lose = () => {};
  const lost = answer('POST /api/subscription/subscriptions', async () => {
    sent += 1;
    if (sent === 1) await new Promise<void>((done) => (lose = done));
    return Response.error();
  });
  const { user } = renderApp(`${SCOPE}?package=starter&step=review&pay=now`, {
    handlers: [all, quoteIs(), lost, subscriptionsAre()],
  });
  const pay = await screen.findByRole('button', { name: /^PAY/i });
  await waitFor(() => expect(pay).toHaveProperty('disabled', false));
  await user.click(pay);
  await waitFor(() => expect(radio(/Try it free/).matches(':disabled')).toBe(true));
  await waitFor(() => expect(sent).toBe(1));
  lose();
  expect((await screen.findByRole('alert')).textContent).toContain("We don't know if your order arrived");
  await user.click(radio(/Try it free/));
  expect(await screen.findByText('Did your first order arrive?')).toBeDefined();
  expect(sent).toBe(1);
});
