import type { ShownFamily } from '@foyer/contract/api/portal-config';

/** Address that installs the product of a family; null without one. */
export const installAddress = ({ menu }: Pick<ShownFamily, 'menu'>): string | null =>
  menu.find(({ key }) => key === 'install')?.href ?? null;
