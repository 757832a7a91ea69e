import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { findRoute } from './find-route.ts';
import type { LazyPage } from './lazy-page.tsx';
import { preloadLinkedPages } from './preload-pages.ts';

test('[SH-12] a page loads when the pointer or the focus comes to its link, and not while offline', () => {
  const load = vi.spyOn(findRoute('/payments').route.Page as LazyPage<object>, 'load').mockResolvedValue(undefined);
  preloadLinkedPages();
  render(
    <>
      <a href="#/payments?active=receipts">
        <b>Payments</b>
      </a>
      <a href="https://arcwave.test/">Elsewhere</a>
    </>,
  );
  fireEvent.pointerOver(screen.getByText('Elsewhere'));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
  fireEvent.pointerOver(screen.getByText('Payments'));
  expect(load).not.toHaveBeenCalled();
  fireEvent.pointerOver(screen.getByText('Payments'));
  fireEvent.focusIn(screen.getByRole('link', { name: 'Payments' }));
  expect(load).toHaveBeenCalledTimes(2);
});
