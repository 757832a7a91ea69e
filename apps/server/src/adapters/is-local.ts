/** True for host names and addresses that always mean this machine. */
export const isLocal = (hostname: string): boolean =>
  /^((.+\.)?localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(hostname);
