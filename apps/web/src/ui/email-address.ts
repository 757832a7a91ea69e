const shape = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/**
 * Returns whether a text may be an e-mail address. The server decides; this only avoids calls with obviously wrong
 * ones.
 */
export const isEmail = (text: string): boolean => shape.test(text.trim());
