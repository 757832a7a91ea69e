import type { PortalConfig } from '@foyer/contract/api/portal-config';
import type { Language } from '@foyer/contract/vocabulary/languages';
import { html } from '../services/mail/html.ts';

const descriptions: Readonly<Record<Language, (vendor: string) => string>> = {
  en: (vendor) => `Manage your ${vendor} subscriptions, payments and security settings in one place.`,
  de: (vendor) => `Verwalten Sie Abonnements, Zahlungen und Sicherheit bei ${vendor} an einem Ort.`,
};

/** Background of the pages (`--bg` of `apps/web/src/ui/tokens.css`), which browsers use for the bar around a page. */
const THEME_COLORS = { light: '#f8f8fa', dark: '#0e0f12' } as const;

/** Description of the sign-in site and the portal for search engines. */
export const descriptionElement = ({ vendor }: PortalConfig['brand'], language: Language): string =>
  html`<meta name="description" content="${descriptions[language](vendor)}">`.value;

/** Elements of every page: colours of the browser's bar, and the icon of the brand. */
export const headElements = (iconAddress: string): string =>
  html`<meta name="theme-color" media="(prefers-color-scheme: light)" content="${THEME_COLORS.light}"><meta name="theme-color" media="(prefers-color-scheme: dark)" content="${THEME_COLORS.dark}"><link rel="icon" type="image/svg+xml" href="${iconAddress}">`
    .value;

/** `/robots.txt`. Search engines may index the sign-in site and the portal's page, which has no data in it. */
export const ROBOTS = [
  'User-agent: *',
  ...['/api/', '/view/', '/sandbox/', '/operator/'].map((path) => `Disallow: ${path}`),
  '',
].join('\n');

/** `/robots.txt` of a host of the operator site. */
export const ROBOTS_OF_OPERATORS = 'User-agent: *\nDisallow: /\n';
