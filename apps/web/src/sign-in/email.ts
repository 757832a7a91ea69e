/** What a person may have meant as an address; whether mail arrives there, only the mail tells. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text);
