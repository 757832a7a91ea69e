import { renderToStaticMarkup } from 'react-dom/server.edge';
import { HomeSkeleton } from '../features/home/home-skeleton.tsx';
import { StaticFrame } from '../features/shell/static-frame.tsx';

/** Renders the static shell to HTML for the build. Reads neither configuration nor document. */
export const staticShell = (): string =>
  renderToStaticMarkup(
    <StaticFrame>
      <HomeSkeleton />
    </StaticFrame>,
  );
