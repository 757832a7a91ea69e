import { config } from '../../lib/config.ts';
import { ProductMark } from '../../shared/catalogue/product-mark.tsx';
import type { PanelProps } from '../../ui/menu.tsx';
import { MenuLink } from '../../ui/menu-link.tsx';
import { MenuPanel } from '../../ui/menu-panel.tsx';
import type { launcherEntries } from './launcher-entries.ts';

/** Panel of the product launcher (SH-08). */
export const LauncherPanel = ({ subject: entries, ...panel }: PanelProps<ReturnType<typeof launcherEntries>>) => (
  <MenuPanel {...panel}>
    {entries.map(({ key, name, target }) => (
      <MenuLink key={key} mark={<ProductMark product={key} />} {...target}>
        {`${config.brand.vendor} ${name}`}
      </MenuLink>
    ))}
  </MenuPanel>
);
