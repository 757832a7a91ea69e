import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refused } from '../services/refused.ts';
import { hostnameOf, withoutPort } from './hostname.ts';

/** Routes that exist only at some host names. */
export interface HostRule {
  /** Matches the path of a route as it is registered, such as `/sandbox/mail/:id`. */
  readonly paths: RegExp;
  readonly answers: (request: FastifyRequest) => boolean;
}

/** Host names at which the routes of the sandbox answer (decision 33). */
export interface SandboxHosts {
  readonly checkout: readonly string[];
  readonly mailbox: readonly string[];
}

/**
 * Rules of the sandbox. The mailbox shows every mail, so it is closed as well when a proxy says in `X-Forwarded-Host` that
 * the caller asked for another name: nginx sends `Host: localhost` for `proxy_pass http://localhost` unless told otherwise.
 */
export const sandboxRules = ({ checkout, mailbox }: SandboxHosts): HostRule[] => [
  {
    paths: /^\/sandbox\/mail/,
    answers: (request) => isAmong(mailbox, request) && isForwardedAmong(mailbox, request),
  },
  {
    paths: /^\/(sandbox\/|api\/account\/me\/clock)/,
    answers: (request) => isAmong(checkout, request),
  },
];

export const isAmong = (hosts: readonly string[], request: Pick<FastifyRequest, 'headers'>): boolean =>
  hosts.includes(hostnameOf(request));

/** True if all names of `X-Forwarded-Host` are among the hosts, or the header is missing. */
const isForwardedAmong = (hosts: readonly string[], { headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  [headers['x-forwarded-host'] ?? []].flat().every((name) => hosts.includes(withoutPort(name)));

/**
 * Rules of an operator site with separate host names. The operator site, its calls and the API document answer only
 * there. The calls and pages of customers answer only on other hosts. So a script of one site cannot act in the other.
 */
export const operatorRules = (hosts: readonly string[]): HostRule[] =>
  hosts.length === 0
    ? []
    : [
        {
          paths: /^\/(operator|console|api\/(operator|docs|openapi))/,
          answers: (request) => isAmong(hosts, request),
        },
        { paths: /^\/(id|api|sandbox|openid|vendor)(\/|$)/, answers: (request) => !isAmong(hosts, request) },
      ];

/** Rule of a server that does background work only. */
export const workerRule: HostRule = {
  paths: /^\/(?!(healthz|readyz|version)$|webhooks\/)/,
  answers: () => false,
};

/** Answers 404 for the routes of a rule at other host names, as if they did not exist. The first rule that matches counts. */
export const installHostRules = (app: FastifyInstance, rules: readonly HostRule[]): void => {
  app.addHook('onRoute', (route) => {
    const rule = rules.find(({ paths }) => paths.test(route.url));
    if (!rule) return;
    const check = async (request: FastifyRequest): Promise<void> => {
      if (!rule.answers(request)) throw new Refused('NOT_FOUND');
    };
    route.onRequest = [...[route.onRequest ?? []].flat(), check];
  });
};
