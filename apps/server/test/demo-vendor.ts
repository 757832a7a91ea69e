import { join } from 'node:path';
import type { Brand, Vendor } from '../src/brands.ts';
import { readVendorFile } from '../src/vendor-file.ts';

export const DEMO_BRANDS = join(import.meta.dirname, '../../../catalog/brands.yaml');

const problems: string[] = [];
const vendorFile = readVendorFile(DEMO_BRANDS, null, problems);
if (!vendorFile) throw new Error(problems.join('\n'));

/** The vendor of the demo, as its file says it. */
export const demoVendor = vendorFile as Vendor & { readonly brands: Readonly<Record<'scope' | 'drive', Brand>> };
