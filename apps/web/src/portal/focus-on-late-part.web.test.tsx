import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { navigate } from '../lib/hash-location.ts';
import { subscriptionsAre } from '../testing/drive-answers.ts';
import { LICENCE, licence, openLicence } from '../testing/licence-answers.ts';

const focused = () => document.activeElement?.matches('h1') && document.activeElement.textContent;
/** Of the part itself: what waits for it has the same words, without an id. */
const extension = { selector: 'h2[id]' };

// alone in its file: what another test has loaded does not come late any more
test('[BY-04] the focus stays on the heading of a licence, whose part comes after it', async () => {
  openLicence([subscriptionsAre(licence)], '/');
  await waitFor(() => expect(document.querySelector('a[href*="sub_7"]')).not.toBeNull());
  act(() => navigate(LICENCE));
  await waitFor(() => expect(focused()).toBe('Professional: Power'));
  expect(screen.queryByText('License Extension', extension), 'the part is still on its way').toBeNull();
  await screen.findByText('License Extension', extension);
  expect(focused()).toBe('Professional: Power');
});
