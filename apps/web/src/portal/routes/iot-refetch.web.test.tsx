import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newClaims, orderReply } from '../../testing/drive-answers.ts';
import { answer, neverAnswers } from '../../testing/handlers.ts';
import { BUY, openIot, PAY, ready } from '../../testing/iot-answers.ts';
import { server } from '../../testing/server.ts';

test('[IO-02, SU-08] bought, and what is held is still on its way: nothing stands there that one more press would order', async () => {
  const buy = answer(BUY, () => {
    server.use(neverAnswers('GET /api/subscription/subscriptions'));
    return orderReply;
  });
  const { user } = openIot([newClaims, buy], '?plan=pln_iot_individual_yearly&pay=now');
  await user.click(await ready(PAY));
  expect((await screen.findByRole('alert')).textContent).toBe('Your subscription has been updated.');
  expect(screen.queryByRole('button', { name: /^(Pay|Subscribe|Confirm)/ })).toBeNull();
});
