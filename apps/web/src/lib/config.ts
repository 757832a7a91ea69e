import type { PortalConfig } from '@foyer/contract/api/portal-config';

const readConfig = (): PortalConfig => JSON.parse(document.getElementById('config')?.textContent ?? '') as PortalConfig;

/** What the server wrote into the page for the brand of this host (SH-17). Missing or broken, the page is fatally errored (SH-16). */
export const config: PortalConfig = readConfig();
