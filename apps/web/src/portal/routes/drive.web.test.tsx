import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aSubscription } from '../../testing/builders.ts';
import { all, DRIVE, orderReply, quoteIs, subscriptionsAre } from '../../testing/drive-answers.ts';
import { answer, neverAnswers, offlineHandler, refuse } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { server } from '../../testing/server.ts';

const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('article') as HTMLElement);
};

describe('choosing a plan', () => {
  test('[DR-01] the steps are "1. Choose a Plan" and "2. Review"', async () => {
    renderApp(DRIVE, { handlers: [all, subscriptionsAre()] });
    const steps = await screen.findByRole('list', { name: 'Steps' });
    const [first, second] = within(steps).getAllByRole('listitem');
    expect(first).toHaveProperty('textContent', expect.stringContaining('1. Choose a Plan'));
    expect(first?.getAttribute('aria-current')).toBe('step');
    expect(second).toHaveProperty('textContent', expect.stringContaining('2. Review'));
  });

  test('[DR-03] a card says storage, sharing, keys and prices, and what paying yearly saves', async () => {
    renderApp(DRIVE, { handlers: [all, subscriptionsAre()] });
    const proCard = await card('Pro');
    expect(proCard.getByText('600 GB')).toBeDefined();
    expect(proCard.getByText('of storage')).toBeDefined();
    expect(proCard.getByText('Unlimited Contributors')).toBeDefined();
    expect(proCard.getByText('1 Device Access Key')).toBeDefined();
    expect(proCard.getByRole('radio', { name: /Yearly.*Save 16%.*\$599\.76.*\/yr/ })).toBeDefined();
    expect(proCard.getByRole('radio', { name: /Monthly.*\$59\.50.*\/mo/ })).toBeDefined();
    // what it is a trial of is part of its name: five of them stand on the page
    expect(proCard.getByRole('button', { name: 'Start 14-day trial Pro' })).toBeDefined();
    expect((await card('Starter')).getByText('5 Device Access Keys')).toBeDefined();
    expect((await card('Basic')).getByRole('radio', { name: /Free.*Renews in 6 months/ })).toBeDefined();
    const contact = await card('Enterprise');
    expect(contact.getByText(/2 TB\+ of storage/)).toBeDefined();
    expect(contact.getByRole('link', { name: 'Contact for pricing' }).getAttribute('href')).toContain('mailto:');
  });

  test('[DR-01] ?plan= preselects a plan or an interval; unknown ones are ignored', async () => {
    renderApp(`${DRIVE}?plan=pln_drive_pro_monthly`, { handlers: [all, subscriptionsAre()] });
    const chosen = await screen.findByRole('radio', { checked: true });
    expect(chosen.getAttribute('value')).toBe('pln_drive_pro_monthly');
    location.hash = `#${DRIVE}?plan=pln_nobody&step=review`;
    await waitFor(() => expect(screen.queryByRole('radio', { checked: true })).toBeNull());
    expect(screen.queryByRole('link', { name: 'Choose plan' })).toBeNull();
  });

  test('[DR-01] the choice goes to the address, and from there to the review', async () => {
    const { user } = renderApp(DRIVE, { handlers: [all, subscriptionsAre(), quoteIs()] });
    await user.click((await card('Starter')).getByRole('radio', { name: /Yearly/ }));
    expect(location.hash).toBe(`#${DRIVE}?plan=pln_drive_starter_yearly`);
    await user.click(await screen.findByRole('link', { name: 'Choose plan' }));
    expect(await screen.findByRole('heading', { name: 'Estimated cost' })).toBeDefined();
    expect(location.hash).toContain('step=review');
    expect(screen.getByRole('heading', { level: 1 })).toBe(document.activeElement);
  });

  test('[DR-01] r=expired shows its sentence, an unknown reason nothing', async () => {
    const sentence = 'Your subscription has expired. Select a new subscription below to continue using this account.';
    renderApp(`${DRIVE}?r=expired`, { handlers: [all, subscriptionsAre()] });
    expect(await screen.findByText(sentence)).toBeDefined();
    location.hash = `#${DRIVE}?r=whatever`;
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  });

  test('[DR-02] a prepaid plan shows its code and cannot be changed here', async () => {
    const prepaid = aSubscription({
      isPrepaid: true,
      prepaidDisplayCode: '7Kq4',
      renews: false,
      renewable: false,
      type: 'Prepaid',
    });
    renderApp(`${DRIVE}?plan=pln_drive_pro_yearly&step=review`, { handlers: [all, subscriptionsAre(prepaid)] });
    expect(await screen.findByText('Prepaid · 7Kq4')).toBeDefined();
    expect(screen.getByText(/can't be changed here/)).toBeDefined();
    // plans that can't be chosen are folded
    expect(screen.getByText('See all plans').closest('details')).toHaveProperty('open', false);
    expect(screen.getByText('See all plans').closest('details')?.textContent).toContain('Unlimited Contributors');
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Choose plan' })).toBeNull();
  });

  test('[DR-02] a plan without end says Never Ends', async () => {
    renderApp(DRIVE, { handlers: [all, subscriptionsAre(aSubscription({ noExpiry: true, oneTimeOffer: true }))] });
    expect(await screen.findByText(/Never Ends/)).toBeDefined();
    expect(screen.getByText('One-time offer')).toBeDefined();
  });

  test('plans that did not load are asked for again', async () => {
    const { user } = renderApp(DRIVE, {
      handlers: [offlineHandler('GET /api/subscription/v2/plans'), subscriptionsAre()],
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.use(all);
    await user.click(again);
    expect(await screen.findByRole('heading', { name: 'Pro' })).toBeDefined();
  });

  test('[SH-12] while plans load their place is kept', async () => {
    renderApp(DRIVE, { handlers: [neverAnswers('GET /api/subscription/v2/plans'), subscriptionsAre()] });
    expect(await screen.findByText('Loading plans…')).toBeDefined();
  });
});

describe('auto-renew of the current plan', () => {
  test('[SU-05] acts at once, and says date and amount', async () => {
    const sent: unknown[] = [];
    let renews = true;
    const list = answer('GET /api/subscription/subscriptions', () => {
      const subscriptions = [aSubscription({ renews, cancelAtPeriodEnd: !renews })];
      return { subscriptions, data: { subscriptions } };
    });
    const change = answer('PATCH /api/subscription/subscriptions/:id', async ({ request }) => {
      sent.push(await request.json());
      renews = false;
      return { ...orderReply, receipt: null };
    });
    const { user } = renderApp(DRIVE, { handlers: [all, list, change] });
    expect(await screen.findByText(/Renews.*including tax/)).toHaveProperty(
      'textContent',
      expect.stringContaining('Renews Jan 10, 2027 for $324.62 including tax'),
    );
    await user.click(screen.getByRole('switch', { name: 'Auto-renew' }));
    await waitFor(() => expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false'));
    await waitFor(() => expect(sent).toEqual([{ cancelAtPeriodEnd: true }]));
    expect(await screen.findByText(/Ends.*Nothing is charged then/)).toBeDefined();
  });

  test('[SU-05] is put back with the reason when it fails', async () => {
    const { user } = renderApp(DRIVE, {
      handlers: [
        all,
        subscriptionsAre(aSubscription()),
        refuse('PATCH /api/subscription/subscriptions/:id', 'NOT_FOUND'),
      ],
    });
    await user.click(await screen.findByRole('switch', { name: 'Auto-renew' }));
    expect(await screen.findByText('There was an error updating your subscription.')).toBeDefined();
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true');
  });

  test('[SU-05] too many tries: the switch says when it works again', async () => {
    const limited = refuse('PATCH /api/subscription/subscriptions/:id', 'RATE_LIMITED', {
      headers: { 'Retry-After': '30' },
    });
    const { user } = renderApp(DRIVE, { handlers: [all, subscriptionsAre(aSubscription()), limited] });
    await user.click(await screen.findByRole('switch', { name: 'Auto-renew' }));
    expect(await screen.findByText('Too many tries. Try again in 30 seconds.')).toBeDefined();
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('true');
  });

  test('[SU-05, INV-12] saved although the answer was lost: it stands there as the server has it, and other tabs are told', async () => {
    let renews = true;
    const list = answer('GET /api/subscription/subscriptions', () => {
      const subscriptions = [aSubscription({ renews, cancelAtPeriodEnd: !renews })];
      return { subscriptions, data: { subscriptions } };
    });
    const change = answer('PATCH /api/subscription/subscriptions/:id', () => {
      renews = false;
      return Response.error();
    });
    const { user } = renderApp(DRIVE, { handlers: [all, list, change] });
    await user.click(await screen.findByRole('switch', { name: 'Auto-renew' }));
    expect(await screen.findByText(/We don't know if it was saved/)).toBeDefined();
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false');
    expect(screen.getByText(/Ends.*Nothing is charged then/)).toBeDefined();
    expect(localStorage.getItem('foyer.renewal')).not.toBeNull();
  });

  test('[SU-05] switched in another tab: what stands here is asked again', async () => {
    let renews = true;
    const list = answer('GET /api/subscription/subscriptions', () => {
      const subscriptions = [aSubscription({ renews, cancelAtPeriodEnd: !renews })];
      return { subscriptions, data: { subscriptions } };
    });
    renderApp(DRIVE, { handlers: [all, list] });
    const toggle = await screen.findByRole('switch', { name: 'Auto-renew', checked: true });
    renews = false;
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'foyer.renewal', newValue: 'x' })));
    await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('false'));
  });

  test('[INV-12] saved, but what it has become did not load: nobody claims that the switch is right', async () => {
    const change = answer('PATCH /api/subscription/subscriptions/:id', () => {
      server.use(offlineHandler('GET /api/subscription/subscriptions'));
      return { ...orderReply, receipt: null };
    });
    const { user } = renderApp(DRIVE, { handlers: [all, subscriptionsAre(aSubscription()), change] });
    await user.click(await screen.findByRole('switch', { name: 'Auto-renew' }));
    expect(await screen.findByText(/We don't know if it was saved/)).toBeDefined();
  });
});
