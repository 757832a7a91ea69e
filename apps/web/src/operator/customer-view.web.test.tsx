import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answer, refuse } from '../testing/handlers.ts';
import { aCustomer, leaveOperatorSite, openPia } from '../testing/open-operator-site.tsx';
import { server } from '../testing/server.ts';

afterEach(leaveOperatorSite);

const begin = 'POST /api/operator/customers/:accountId/view';

const openForm = async (user: ReturnType<typeof openPia>) => {
  await user.click(await screen.findByRole('button', { name: 'See what they see' }));
  const form = await screen.findByRole('form', { name: 'See what Pia Curie sees' });
  await user.type(within(form).getByLabelText('Reason'), 'ticket 4711');
  await user.click(within(form).getByRole('button', { name: 'Begin the view' }));
  return form;
};

test('[OP-02] a view is begun with a reason, and opens in a tab that knows nothing of the operator site', async () => {
  const user = openPia('support');
  let sent: unknown;
  server.use(
    answer(begin, async ({ request }) => {
      sent = await request.json();
      return { token: 'a.b.c', portal: 'https://drive.example' };
    }),
  );
  await openForm(user);
  const link = await screen.findByRole('link', { name: 'Open their pages in a new tab' });
  expect(sent).toEqual({ reason: 'ticket 4711' });
  expect(link.getAttribute('href')).toBe('https://drive.example/view/#view=a.b.c');
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
});

test('[OP-02] a name with tags is shown as it was typed', async () => {
  const user = openPia('support');
  server.use(
    answer(
      'GET /api/operator/customers/:accountId',
      aCustomer({ who: { ...aCustomer().who, lastName: '<b>Curie</b>' } }),
    ),
    answer(begin, { token: 'a.b.c', portal: 'https://drive.example' }),
  );
  await user.click(await screen.findByRole('button', { name: 'See what they see' }));
  await user.type(screen.getByLabelText('Reason'), 'ticket 4711');
  await user.click(screen.getByRole('button', { name: 'Begin the view' }));
  expect(await screen.findByText('The read-only view of Pia <b>Curie</b> is ready for 15 minutes.')).toBeTruthy();
});

test('[OP-02] a refusal is told in the form', async () => {
  const user = openPia('support');
  server.use(refuse(begin, 'ACTION_REFUSED', { code: 'account_closed' }));
  const form = await openForm(user);
  expect(await within(form).findByText('This account is closed.')).toBeTruthy();
});

test('[OP-01] [OP-02] the billing role may not', async () => {
  openPia('billing');
  const button = await screen.findByRole('button', { name: 'See what they see' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
});
