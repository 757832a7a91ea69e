import { createRoot } from 'react-dom/client';
import { makeQueryClient } from '../lib/query-client.ts';
import { followOtherTabs } from '../lib/session/other-tabs.ts';
import { App } from './app.tsx';
import { startTexts } from './texts.ts';

const start = window.__foyer;

const mount = () => {
  const root = createRoot(document.getElementById('root') as HTMLElement, {
    // every section catches its own errors; one that comes here has taken the whole page with it
    onUncaughtError: () => start?.showFatal(),
  });
  root.render(<App texts={startTexts()} queries={makeQueryClient()} />);
  followOtherTabs();
  if (start) start.started = true;
};

if (!start?.leaving) {
  try {
    mount();
  } catch {
    start?.showFatal();
  }
}
