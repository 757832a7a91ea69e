/** Secret that signs and encrypts, and earlier secrets that are still accepted. */
export type Secrets = readonly [current: string, ...earlier: string[]];

const SECRET_LENGTH = 32;
/** A random secret of 32 characters has more, even if it has digits only. */
const DISTINCT_CHARACTERS = 8;

/**
 * Splits secrets at commas. A secret may contain a comma itself, so the text is one secret unless each part is as long as
 * a secret.
 */
export const splitSecrets = (text: string): Secrets => {
  const [current = '', ...earlier] = text.split(',');
  return [current, ...earlier].every((part) => part.length >= SECRET_LENGTH) ? [current, ...earlier] : [text];
};

/** Describes why a secret is too weak to sign with. Null if it is strong enough. */
export const describeWeakSecret = (secret: string): string | null => {
  if (secret.length < SECRET_LENGTH) return `must have at least ${SECRET_LENGTH} characters`;
  return new Set(secret).size < DISTINCT_CHARACTERS
    ? `must have at least ${DISTINCT_CHARACTERS} different characters: openssl rand -base64 32 makes a good one`
    : null;
};
