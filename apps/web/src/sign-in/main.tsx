import { createRoot } from 'react-dom/client';
import { takeRoute } from './route.ts';
import { SignInSite } from './site.tsx';

const start = window.__foyer;

try {
  const first = takeRoute();
  createRoot(document.getElementById('root') as HTMLElement, { onUncaughtError: () => start?.showFatal() }).render(
    <SignInSite first={first} />,
  );
  if (start) start.started = true;
} catch {
  start?.showFatal();
}
