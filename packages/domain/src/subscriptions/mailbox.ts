/** Both domains deliver to the same mailbox, and ignore dots in the local part. */
const WITHOUT_DOTS: readonly string[] = ['gmail.com', 'googlemail.com'];

/**
 * Makes a function that returns the mailbox of an email address, so that one person cannot have several trials (D5) or
 * exceed the mail limit (decision 25). It applies NFKC and lower case, and removes the part after `+` (RFC 5233) and
 * dots for Google. `asciiOf` converts the domain (RFC 5891) and returns an empty string for an invalid one. Use the
 * result for comparison only, never to send mail or to find an owner (decision 24).
 */
export const makeMailboxOf =
  (asciiOf: (domain: string) => string) =>
  (email: string): string => {
    // Lower case after NFKC, because some capitals appear only once NFKC has decomposed a character.
    const address = email.trim().normalize('NFKC').toLowerCase().normalize('NFKC');
    const at = address.lastIndexOf('@');
    const typed = address.slice(at + 1);
    const [name = ''] = address.slice(0, Math.max(at, 0)).split('+');
    if (name === '') return address;
    const domain = asciiOf(typed) || typed;
    return WITHOUT_DOTS.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
  };
