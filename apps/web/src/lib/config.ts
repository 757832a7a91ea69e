import type { PortalConfig } from '@foyer/contract/api/portal-config';

const readConfig = (): PortalConfig => JSON.parse(document.getElementById('config')?.textContent ?? '') as PortalConfig;

/**
 * Configuration of the brand of this host, from the HTML of the page (SH-17). If it is missing or broken, the page
 * shows the fatal error (SH-16).
 */
export const config: PortalConfig = readConfig();
