import type { Services } from '../../compose.ts';
import { viewVendorKey } from '../../services/vendor/authenticate-key.ts';
import type { Serve } from '../serve.ts';

/** Serves the calls of the vendor's servers. Key and scope were checked before. */
export const serveVendor = (serve: Serve, _services: Services['vendor']): void => {
  serve('GET /vendor/v1/key', async (_request, { vendorKey }) => viewVendorKey(vendorKey));
};
