import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer } from '../testing/handlers.ts';
import { leaveOperatorSite, openOperatorSite, quietWork } from '../testing/open-operator-site.tsx';
import { server } from '../testing/server.ts';

// jsdom has neither modal dialogs nor the two functions that cmdk uses to scroll its list
beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  server.use(answer('GET /api/operator/work', quietWork));
});
afterEach(() => {
  leaveOperatorSite();
  vi.unstubAllGlobals();
});

test('[OP-01] Ctrl+K lists only pages that the role may open, and leads to one', async () => {
  const user = openOperatorSite('/', 'billing');
  await screen.findByText(/^Nothing waiting/);
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Go to' });
  expect(document.activeElement).toBe(field);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Customers',
    'Catalogue',
    'Work',
    'Webhooks',
    'Your password',
  ]);
  await user.keyboard('wor{Enter}');
  expect(await screen.findByRole('heading', { name: 'Work', level: 1 })).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('[OP-02] Ctrl+K searches customers for any text, which is not in the address', async () => {
  const asked: unknown[] = [];
  server.use(
    answer('POST /api/operator/customers/search', async ({ request }) => {
      asked.push(await request.json());
      return { customers: [], more: false };
    }),
  );
  const user = openOperatorSite('/work', 'billing');
  await screen.findByRole('heading', { name: 'Work', level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Go to' });
  await user.keyboard('pia@demo{Enter}');
  expect(await screen.findByText(/No one was found\./)).toBeTruthy();
  expect([asked, location.href.includes('pia')]).toEqual([[{ q: 'pia@demo' }], false]);
});
