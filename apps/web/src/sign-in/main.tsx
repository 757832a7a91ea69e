import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createRoot } from 'react-dom/client';
import { messages } from '../locales/en/sign-in.po';
import { takeRoute } from './route.ts';
import { SignInSite } from './site.tsx';

const start = window.__foyer;

try {
  const first = takeRoute();
  i18n.loadAndActivate({ locale: import.meta.env.FOYER_LANGUAGE ?? 'en', messages });
  createRoot(document.getElementById('root') as HTMLElement, { onUncaughtError: () => start?.showFatal() }).render(
    <I18nProvider i18n={i18n}>
      <SignInSite first={first} />
    </I18nProvider>,
  );
  if (start) start.started = true;
} catch {
  start?.showFatal();
}
