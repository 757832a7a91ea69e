/** An order of this page whose answer was lost, noted where the account lists those that are under way, until it answers. */
interface Unheard {
  readonly unheard: true;
}

export const asUnheard = <Pending extends object>(pending: Pending): Pending & Unheard => ({
  ...pending,
  unheard: true,
});

export const isUnheard = (pending: object): boolean => 'unheard' in pending;

/** The same of an extension, in place of the id of a purchase that nobody could ask for. */
export const UNHEARD_PURCHASE = 'unheard';
