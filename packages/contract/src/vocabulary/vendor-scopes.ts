/** Scopes of vendor keys, with the meaning that the command line shows. A key may make only the calls of its scopes. */
export const vendorScopes = {
  'customers:write': 'find and create customers',
  'entitlements:read': 'read what an account may use',
  'events:read': 'read the messages about changed entitlements',
  'grants:write': 'give plans and redeem codes for a customer',
  'portal-links:write': 'open the portal for a customer',
  'usage:write': 'report how much of a limit an account uses',
  'notes:write': 'write notes for operators',
} as const;
export type VendorScope = keyof typeof vendorScopes;

export const vendorScopeNames = Object.keys(vendorScopes) as [VendorScope, ...VendorScope[]];

export const isVendorScope = (word: string): word is VendorScope => Object.hasOwn(vendorScopes, word);

/** Longest life of a key that expires, in days. */
export const VENDOR_KEY_MAX_DAYS = 3650;
