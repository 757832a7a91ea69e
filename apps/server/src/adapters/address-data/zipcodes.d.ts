/**
 * Types of the table inside the package. Foyer does not use the functions of the package, which search codes by
 * distance.
 */
declare module 'zipcodes/lib/codes.js' {
  export const codes: Readonly<Record<string, { readonly zip: string; readonly city: string; readonly state: string }>>;
}
