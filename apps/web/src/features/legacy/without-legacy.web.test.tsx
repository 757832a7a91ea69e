import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { config } from '../../lib/config.ts';

// the routes are made when their module loads: this file is of a vendor without legacy plans; they load after it is set
Object.assign(config, { hasLegacyPlans: false });
const { renderApp } = await import('../../testing/render-app.tsx');

test('[LG-02] [SH-02] a vendor without legacy plans has no legacy page', async () => {
  renderApp('/legacy-tekscope');
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined();
});
