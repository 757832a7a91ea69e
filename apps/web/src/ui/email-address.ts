const shape = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Whether a text may be an e-mail address. The server decides; this spares a call for what is plainly none. */
export const isEmail = (text: string): boolean => shape.test(text.trim());
