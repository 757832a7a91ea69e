/** The secret that signs and seals, and those that it replaces, which are still read. */
export type Secrets = readonly [current: string, ...earlier: string[]];

const SECRET_LENGTH = 32;
/** A random secret of 32 characters has more, also one that is written in digits alone. */
const DISTINCT_CHARACTERS = 8;

/**
 * Reads several secrets with a comma between them. A comma is also a character that a secret may hold: only where each part is
 * as long as a secret there are several.
 */
export const splitSecrets = (text: string): Secrets => {
  const [current = '', ...earlier] = text.split(',');
  return [current, ...earlier].every((part) => part.length >= SECRET_LENGTH) ? [current, ...earlier] : [text];
};

/** Says why nobody should sign with this secret; null when it will do. */
export const whyWeak = (secret: string): string | null => {
  if (secret.length < SECRET_LENGTH) return `must have at least ${SECRET_LENGTH} characters`;
  return new Set(secret).size < DISTINCT_CHARACTERS
    ? `must have at least ${DISTINCT_CHARACTERS} different characters: openssl rand -base64 32 makes a good one`
    : null;
};
