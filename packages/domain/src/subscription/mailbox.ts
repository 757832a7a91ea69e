/** Mailboxes of these domains are one and the same, and a dot in their name says nothing. */
const WITHOUT_DOTS: readonly string[] = ['gmail.com', 'googlemail.com'];

/**
 * The mailbox that mail to an address lands in, as far as spelling tells (decision 24): in the plain form of its letters
 * (NFKC: a full-width `ｘ` is `x`), without what stands behind a `+` (RFC 5233), at Google without dots, and with the domain as `asciiOf` spells it (RFC 5891; nothing of what is no domain). For
 * knowing a person again who had a trial (D5), for counting the mails one mailbox gets (decision 25), and for nothing else:
 * whom an address belongs to, and where mail goes, is the owner of the domain's to say.
 */
export const makeMailboxOf =
  (asciiOf: (domain: string) => string) =>
  (email: string): string => {
    // small letters last: some capitals are only there once NFKC has taken a sign apart
    const address = email.trim().normalize('NFKC').toLowerCase().normalize('NFKC');
    const at = address.lastIndexOf('@');
    const typed = address.slice(at + 1);
    const [name = ''] = address.slice(0, Math.max(at, 0)).split('+');
    if (name === '') return address;
    const domain = asciiOf(typed) || typed;
    return WITHOUT_DOTS.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
  };
