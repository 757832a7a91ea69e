import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, neverAnswers } from '../testing/handlers.ts';
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
    'Catalog',
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
  // as one text, because each pause in typing would search what is typed so far
  await user.paste('pia@demo');
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/No one was found\./)).toBeTruthy();
  expect([asked, location.href.includes('pia')]).toEqual([[{ q: 'pia@demo' }], false]);
});

test('[OP-02] Ctrl+K lists customers found for the typed text, and leads to one', async () => {
  const asked: unknown[] = [];
  const found = { userId: null, organization: null, brand: 'scope', overdue: false } as const;
  const state = { status: 'open', exportStatus: 'none', by: 'email' } as const;
  server.use(
    answer('POST /api/operator/customers/search', async ({ request }) => {
      asked.push(await request.json());
      return {
        customers: [
          { ...found, ...state, accountId: 'acc_1', name: 'Pia Curie', email: 'pia@demo.arcwave.test' },
          { ...found, ...state, accountId: 'acc_2', name: ' ', email: 'pia@vendor.example' },
        ],
        more: false,
      };
    }),
  );
  // the page of the chosen customer calls these
  server.use(
    neverAnswers('GET /api/operator/customers/:accountId'),
    neverAnswers('GET /api/operator/customers/:accountId/timeline'),
    neverAnswers('GET /api/operator/customers/:accountId/receipts'),
  );
  const user = openOperatorSite('/work', 'billing');
  await screen.findByRole('heading', { name: 'Work', level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Go to' });
  await user.paste('pi');
  expect(await screen.findByRole('option', { name: /^Find “pi”/ })).toBeTruthy();
  await user.paste('a@');
  expect(await screen.findByRole('option', { name: 'pia@vendor.example' })).toBeTruthy();
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Find “pia@” among customers',
    'Pia Curiepia@demo.arcwave.test',
    'pia@vendor.example',
  ]);
  // two characters were not searched
  expect(asked).toEqual([{ q: 'pia@' }]);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(location.hash).toBe('#/customers/acc_1');
});

test('[OP-02] Ctrl+K lists people before pages whose names only contain the letters', async () => {
  const customer = { accountId: 'acc_1', name: 'Ada Byron', email: 'ada@demo.arcwave.test' } as const;
  const state = { status: 'open', exportStatus: 'none', by: 'email', userId: null, organization: null } as const;
  server.use(
    answer('POST /api/operator/customers/search', {
      customers: [{ ...customer, ...state, brand: 'scope', overdue: false }],
      more: false,
    }),
  );
  const user = openOperatorSite('/work', 'admin');
  await screen.findByRole('heading', { name: 'Work', level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Go to' });
  await user.paste('ada');
  await screen.findByRole('option', { name: /^Ada Byron/ });
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(names).toContain('Audit trail');
  expect(names.slice(0, 2)).toEqual(['Find “ada” among customers', 'Ada Byronada@demo.arcwave.test']);
  // the page of the customer calls these
  server.use(
    neverAnswers('GET /api/operator/customers/:accountId'),
    neverAnswers('GET /api/operator/customers/:accountId/timeline'),
    neverAnswers('GET /api/operator/customers/:accountId/receipts'),
  );
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.hash, 'only one fits').toBe('#/customers/acc_1'));
});
