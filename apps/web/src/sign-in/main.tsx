import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createRoot } from 'react-dom/client';
import { messages } from '../locales/en/sign-in.po';
import { SignInPage } from './sign-in-page.tsx';

const start = window.__foyer;

try {
  i18n.loadAndActivate({ locale: 'en', messages });
  createRoot(document.getElementById('root') as HTMLElement, { onUncaughtError: () => start?.showFatal() }).render(
    <I18nProvider i18n={i18n}>
      <SignInPage />
    </I18nProvider>,
  );
  if (start) start.started = true;
} catch {
  start?.showFatal();
}
