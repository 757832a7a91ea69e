import { t } from '@lingui/core/macro';

/** Text while the browser is offline, else null. It knows for sure only that it is offline, not that it is online. */
export const offlineText = () => (navigator.onLine ? null : t`You're offline.`);
