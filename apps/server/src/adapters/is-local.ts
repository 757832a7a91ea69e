/** Names and addresses that reach the machine they are opened on and no other. */
export const isLocal = (hostname: string): boolean =>
  /^((.+\.)?localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(hostname);
