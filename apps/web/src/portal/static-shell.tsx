import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server.edge';
import { HomeSkeleton } from '../features/home/home-skeleton.tsx';
import { StaticFrame } from '../features/shell/static-frame.tsx';
import { startTexts } from './texts.ts';

/** Renders the static shell to HTML for the build. Reads neither configuration nor document. */
export const staticShell = (): string =>
  renderToStaticMarkup(
    <I18nProvider i18n={startTexts()}>
      <StaticFrame>
        <HomeSkeleton />
      </StaticFrame>
    </I18nProvider>,
  );
