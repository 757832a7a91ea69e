const shape = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/**
 * Returns whether a text may be an email address. The server decides; this only avoids calls with obviously wrong
 * ones.
 */
export const isEmail = (text: string): boolean => shape.test(text.trim());
