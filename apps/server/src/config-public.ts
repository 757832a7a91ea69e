import { isIP } from 'node:net';
import { isLocal } from './adapters/is-local.ts';
import { type Environment, settings } from './settings.ts';

/** Addresses of the server: where it listens, and its public host names. */
export interface PublicSettings {
  readonly host: string;
  /** Address that links in mails begin with. */
  readonly publicUrl: string;
  /** True if customers of a public installation pay in the sandbox, as SANDBOX=1 allows. */
  readonly isPublicSandbox: boolean;
  /** Host names that are not production. The sandbox mailbox answers at these only. */
  readonly developmentHosts: readonly string[];
  /** Host names at which customers pay with test cards, if there is no payment gateway. */
  readonly checkoutHosts: readonly string[];
  /** Host names of the operator site only. An empty list serves it at every host name. */
  readonly operatorHosts: readonly string[];
}

export interface PublicNeeds {
  readonly port: number;
  readonly hasGateway: boolean;
  /** Host names of the brands. */
  readonly brandHosts: readonly string[];
}

/** Address that a path can follow. It has no user, password, query or fragment, which customers would read in mails. */
const PUBLIC_ADDRESS = /^https?:\/\/[^/?#@\\\s]+(\/[^?#\\\s]*)?$/i;

/**
 * Public address that links in mails begin with, without a slash at the end. Links hold secrets that open an account, so
 * http is taken for this machine only.
 */
const publicUrlOf = (text: string | undefined, port: number, problems: string[]): string => {
  // A wrong default can only come from a wrong port, which has a separate message.
  if (text === undefined) return `http://localhost:${port}`;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    problems.push('PUBLIC_URL must be an http or https address');
    return `http://localhost:${port}`; // other problems do not name it
  }
  if (!PUBLIC_ADDRESS.test(text)) {
    problems.push(
      'PUBLIC_URL must be an address such as https://account.example.com without user, password, query, fragment or blank, because links in mails begin with it',
    );
    return url.origin; // other problems name it, without the password
  }
  if (url.protocol === 'http:' && !isLocal(url.hostname))
    problems.push(
      `PUBLIC_URL must begin with https:// because ${url.hostname} is not this machine. Put a proxy that ends TLS before Foyer, set TRUST_PROXY=1 and give the https address of the proxy`,
    );
  return text.replace(/\/$/, '');
};

/** Host name of an address. An address that cannot be parsed is refused elsewhere with a separate message. */
const hostnameOf = (address: string): string => URL.parse(address)?.hostname ?? 'localhost';

export const isHostName = (name: string): boolean => /^[a-z0-9.-]+$/.test(name);

const hostNames = (text: string): string[] => text.toLowerCase().split(',').filter(Boolean);

/** Setting that lets other machines reach the server; null if only this machine does. */
const openSetting = (host: string, publicUrl: string, brandHosts: readonly string[]): string | null => {
  if (!isLocal(hostnameOf(publicUrl))) return `PUBLIC_URL=${publicUrl}`;
  const brandHost = brandHosts.find((name) => !isLocal(name));
  if (brandHost !== undefined) return `BRAND_HOSTS names ${brandHost}`;
  return isLocal(host) ? null : `HOST=${host}`;
};

/**
 * True if SANDBOX=1 is needed and set. Test cards must not buy plans of a public installation unless the vendor allows it
 * (decision 33).
 */
const publicSandbox = (
  env: Environment,
  { opening, hasGateway }: { opening: string | null; hasGateway: boolean },
  problems: string[],
): boolean => {
  const sandbox = env.SANDBOX || settings.SANDBOX.default;
  if (sandbox !== '0' && sandbox !== '1') problems.push('SANDBOX must be 0 or 1');
  if (sandbox === '1' && hasGateway)
    problems.push('SANDBOX=1 and the STRIPE_ variables exclude each other: take out the one that is not meant');
  if (hasGateway || opening === null) return false;
  if (sandbox === '0')
    problems.push(
      `STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are missing: others reach this server (${opening}), and without a payment provider every plan is sold for test cards. Set the three, or SANDBOX=1 for an installation that sells nothing`,
    );
  return true;
};

/** Reads the host names of the operator site. A name that is the portal's as well would leave customers without a portal. */
const operatorHostNames = (env: Environment, portalHosts: readonly string[], problems: string[]): readonly string[] => {
  const operatorHosts = hostNames(env.OPERATOR_HOSTS ?? '');
  for (const name of operatorHosts) {
    if (!isHostName(name)) problems.push(`OPERATOR_HOSTS: "${name}" is not a host name such as operator.example.com`);
    if (portalHosts.includes(name))
      problems.push(
        `OPERATOR_HOSTS: ${name} is a name of the portal (PUBLIC_URL, BRAND_HOSTS); give the operator site another`,
      );
  }
  return operatorHosts;
};

/** Reads where the server listens. A form that no machine has is refused here, because a later start would fail too. */
const hostOf = (env: Environment, problems: string[]): string => {
  const host = env.HOST || settings.HOST.default;
  const isName = /^[\w.-]+$/.test(host) && !/^\d+(\.\d+){3}$/.test(host);
  if (isIP(host) === 0 && !isName)
    problems.push(
      `HOST must be an IP address of this machine, such as 10.0.0.2 or ::1 without brackets, or its host name, not "${host}"`,
    );
  return host;
};

/**
 * Reads where the server listens and what others reach it by. An installation that others reach has no development hosts
 * unless they are named: any caller can send any Host header.
 */
export const publicSettings = (
  env: Environment,
  { port, hasGateway, brandHosts }: PublicNeeds,
  problems: string[],
): PublicSettings => {
  const host = hostOf(env, problems);
  const publicUrl = publicUrlOf(env.PUBLIC_URL, port, problems);
  const opening = openSetting(host, publicUrl, brandHosts);
  const isPublicSandbox = publicSandbox(env, { opening, hasGateway }, problems);
  const ownHosts = [settings.DEVELOPMENT_HOSTS.default, ...brandHosts.filter((name) => name.endsWith('.localhost'))];
  const developmentHosts = hostNames(env.DEVELOPMENT_HOSTS ?? (isPublicSandbox ? '' : ownHosts.join(',')));
  const checkoutHosts = [...developmentHosts, hostnameOf(publicUrl), ...brandHosts];
  const operatorHosts = operatorHostNames(env, [hostnameOf(publicUrl), ...brandHosts], problems);
  return { host, publicUrl, isPublicSandbox, developmentHosts, checkoutHosts, operatorHosts };
};
