import { isLocal } from './adapters/is-local.ts';

/**
 * Public address that links in mails begin with, without a slash at the end. Links hold secrets that open an account, so
 * http is taken for this machine only.
 */
export const publicUrlOf = (text: string | undefined, port: number, problems: string[]): string => {
  // The default is only as wrong as the port in it, and that has a message of its own.
  if (text === undefined) return `http://localhost:${port}`;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) problems.push('PUBLIC_URL must be an http or https address');
  else if (url.protocol === 'http:' && !isLocal(url.hostname))
    problems.push(
      `PUBLIC_URL must begin with https:// because ${url.hostname} is not this machine. Put a proxy that ends TLS before Foyer, set TRUST_PROXY=1 and give the https address of the proxy`,
    );
  return text.replace(/\/$/, '');
};
