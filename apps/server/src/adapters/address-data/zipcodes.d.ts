/** The table inside the package; its functions look for codes by distance, which nobody needs here. */
declare module 'zipcodes/lib/codes.js' {
  export const codes: Readonly<Record<string, { readonly zip: string; readonly city: string; readonly state: string }>>;
}
