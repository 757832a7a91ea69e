/** SC-03 and threats.md §3: at least 8 characters, at most 256 bytes, and no rules about which ones. */
export const PASSWORD_MIN_CHARACTERS = 8;
export const PASSWORD_MAX_BYTES = 256;
