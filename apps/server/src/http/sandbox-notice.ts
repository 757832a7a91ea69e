import type { Language } from '@foyer/contract/vocabulary/languages';
import { html } from '../services/mail/html.ts';

const words: Readonly<Record<Language, { readonly label: string; readonly text: string }>> = {
  en: { label: 'Test installation', text: 'Test installation: no money moves, and only test cards are accepted.' },
  de: {
    label: 'Testinstallation',
    text: 'Testinstallation: Es fließt kein Geld, und nur Testkarten werden angenommen.',
  },
};

/** Colours of the portal's sandbox bar, the same in light and dark mode. */
const style =
  '.test-installation{padding:8px 16px;background:#f0c064;color:#2b1d00;text-align:center;font:500 13px/18px system-ui,sans-serif}';

/**
 * Writes into a page that this installation takes test cards (decision 33). The server does it, and not the build, so
 * that other installations load nothing for it.
 */
export const withSandboxNotice = (page: string, language: Language): string => {
  const { label, text } = words[language];
  const notice = html`<aside class="test-installation" aria-label="${label}">${text}</aside>`.value;
  return page
    .replace('</head>', () => `<style>${style}</style></head>`)
    .replace(/<body[^>]*>/, (body) => `${body}${notice}`);
};
