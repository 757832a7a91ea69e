import { Trans } from '@lingui/react/macro';
import { BookOpen, Download, type IconNode, Package, RefreshCw } from 'lucide';
import { type ReactNode, useId } from 'react';
import type { PanelProps } from '../../ui/menu.tsx';
import { MenuLink } from '../../ui/menu-link.tsx';
import { MenuPanel } from '../../ui/menu-panel.tsx';
import type { MoreMenu } from './product-cards.ts';

type Key = MoreMenu['entries'][number]['key'];

const icons: Record<Key, IconNode> = {
  install: Download,
  'update-license': RefreshCw,
  packages: Package,
  help: BookOpen,
};

/** Downloads that are disabled during an export review (EX-01). */
const downloads: readonly Key[] = ['install', 'update-license'];

/**
 * Menu with Install, Update License, Packages and Help at addresses of the brand (HO-07). Disabled downloads show the
 * reason.
 */
export const MorePanel = ({ subject: { entries, review }, ...panel }: PanelProps<MoreMenu>) => {
  const reason = useId();
  const texts: Record<Key, ReactNode> = {
    install: <Trans>Install</Trans>,
    'update-license': <Trans>Update License</Trans>,
    packages: <Trans>Packages</Trans>,
    help: <Trans>Help</Trans>,
  };
  return (
    <MenuPanel
      {...panel}
      heading={
        review && (
          <span id={reason}>
            {review === 'denied' ? (
              <Trans>Downloads are blocked: your account didn't pass the required U.S. export review.</Trans>
            ) : (
              <Trans>Downloads wait until the review of your account is done.</Trans>
            )}
          </span>
        )
      }
    >
      {entries.map(({ key, href }) => (
        <MenuLink
          key={key}
          icon={icons[key]}
          href={href}
          refusedBy={review && downloads.includes(key) ? reason : undefined}
        >
          {texts[key]}
        </MenuLink>
      ))}
    </MenuPanel>
  );
};
