import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { config } from '../../lib/config.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { surveyAddress } from './survey-frame.tsx';

const TEMPLATE = 'https://survey.arcwave.example/s/{id}?from=portal';
const { survey } = config.links;

afterEach(() => {
  config.links.survey = survey;
});

test.each([
  ['s1', 's1'],
  ['a b', 'a%20b'],
  ['../../x', '..%2F..%2Fx'],
  ['//evil.example', '%2F%2Fevil.example'],
  ['https://evil.example', 'https%3A%2F%2Fevil.example'],
  ['@evil.example', '%40evil.example'],
  ['x?y=1#z', 'x%3Fy%3D1%23z'],
  ['$&', '%24%26'],
])('[SH-15] the id %j is one part of the address', (id, part) => {
  const address = surveyAddress(TEMPLATE, id);
  expect(address).toBe(`https://survey.arcwave.example/s/${part}?from=portal`);
  expect(new URL(address ?? '').pathname.startsWith('/s/')).toBe(true);
});

test.each([
  [null, 's1'],
  ['http://survey.arcwave.example/{id}', 's1'],
  ['javascript:alert({id})', '1'],
  ['https://{id}.example/', 's1'],
  ['https://{id}@survey.arcwave.example/', 's1'],
  ['https://survey.arcwave.example/', 's1'],
  [TEMPLATE, ''],
  [TEMPLATE, '.'],
  [TEMPLATE, '..'],
])('[SH-15] template %j and id %j: no survey', (template, id) => {
  expect(surveyAddress(template, id)).toBeNull();
});

test('[SH-15] no survey of our own host: its sandbox would hold nothing', () => {
  vi.stubGlobal('location', { origin: 'https://survey.arcwave.example' });
  expect(surveyAddress(TEMPLATE, 's1')).toBeNull();
  vi.unstubAllGlobals();
});

test('[SH-15] nobody need be signed in; the frame is in its sandbox and may not open windows or leave', async () => {
  renderApp('/survey/s%2F1', { signedIn: false });
  const frame = await screen.findByTitle('Survey');
  expect(frame.getAttribute('src')).toBe('https://survey.arcwave.example/s/s%2F1');
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-same-origin');
  expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer');
  expect(screen.getByText('Loading the survey…')).toBeDefined();
  fireEvent.load(frame);
  expect(screen.queryByText('Loading the survey…')).toBeNull();
});

test('[SH-15] a survey that does not come: its words and another try', async () => {
  renderApp('/survey/s1', { signedIn: false });
  const first = await screen.findByTitle('Survey');
  vi.useFakeTimers();
  // the page before was still on the real clock: leave and come back
  act(() => {
    location.hash = '#/survey/s2';
    dispatchEvent(new HashChangeEvent('hashchange'));
  });
  act(() => void vi.advanceTimersByTime(8_000));
  expect(screen.getByText("The survey doesn't load.")).toBeDefined();
  expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('#/');
  fireEvent.click(screen.getByRole('button', { name: /Try again/ }));
  expect(screen.getByText('Loading the survey…')).toBeDefined();
  const again = screen.getByTitle('Survey');
  expect(again).not.toBe(first);
  act(() => void vi.advanceTimersByTime(15_000));
  fireEvent.load(screen.getByTitle('Survey'));
  expect(screen.queryByText("The survey doesn't load.")).toBeNull();
});

test('[SH-15] without a configured host there is no such page', async () => {
  config.links.survey = null;
  renderApp('/survey/s1', { signedIn: false });
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined();
});

test('[SH-15] what a frame says is listened to by nobody', async () => {
  const listened = vi.spyOn(window, 'addEventListener');
  renderApp('/survey/s1', { signedIn: false });
  await screen.findByTitle('Survey');
  expect(listened.mock.calls.map(([name]) => name)).not.toContain('message');
});
