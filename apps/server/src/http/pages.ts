import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { PortalConfig } from '@foyer/contract/api/portal-config';
import { languages as known, type Language } from '@foyer/contract/vocabulary/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '../services/refused.ts';
import { markElements } from './brand-icon.ts';
import { sendRefusal } from './error-handler.ts';
import { type PageSources, pageCsp } from './headers.ts';
import { isAmong } from './host-rules.ts';
import { hostnameOf } from './hostname.ts';
import { languageOf } from './language.ts';
import { descriptionElement, headElements, ROBOTS, ROBOTS_OF_OPERATORS } from './page-head.ts';
import { withSandboxNotice } from './sandbox-notice.ts';

type BrandKey = PortalConfig['brand']['key'];

export interface PageNeeds {
  readonly webFolder: string;
  readonly brandOf: (hostname: string) => BrandKey;
  readonly portalConfig: (brand: BrandKey, hostname: string, language: Language) => Omit<PortalConfig, 'languages'>;
  /** Icon of each brand as SVG, by its key. */
  readonly icons: ReadonlyMap<BrandKey, string>;
  /** Style element with the accents of a brand. */
  readonly accentStyle?: ((brand: BrandKey) => string) | undefined;
  /** True if every page says that only test cards are accepted. */
  readonly isPublicSandbox?: boolean;
  /** Finds a built file of another release that uses the same database. */
  readonly findFile?: ((name: string) => Promise<PageFile | null>) | undefined;
  /** Host names of the operator site, which have no portal. */
  readonly operatorHosts?: readonly string[] | undefined;
}

interface PageFile {
  readonly content: Buffer;
  readonly isBrotli: boolean;
}

interface Page {
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
  readonly csp: string;
}

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** JSON for a script element. The escaped `<` cannot end the element. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Number of product cards on Home, so that the page has as many placeholders. */
const cardsOf = ({ brand, families }: PortalConfig): number =>
  families.filter(({ key, kind }) => kind !== 'metered' && brand.products.includes(key)).length;

/** Inserts the data of the host's brand: key, number of cards, configuration, mark and title. */
const fill = (template: string, config: PortalConfig): string =>
  template
    .replace(/data-brand="[^"]*"/, () => `data-brand="${config.brand.key}" data-cards="${cardsOf(config)}"`)
    .replace(
      /(<script type="application\/json" id="config">)[\s\S]*?(<\/script>)/,
      (_, open: string, close: string) => `${open}${inScript(config)}${close}`,
    )
    .replace(MARK, (_, open: string) => `${open}${markElements(config.brand).value}`)
    .replace(/<title>[\s\S]*?<\/title>/, (title) => title.replace('{brand}', () => escapeText(config.brand.name)));

/** Mark in the static shell, which is the same for all brands in a build. */
const MARK = /(<svg[^>]* data-mark=""[^>]*>)/g;
const STYLESHEET = /<link rel="stylesheet"[^>]*href="(\/assets\/[\w.-]+\.css)"[^>]*>/g;
const INLINE_STYLE = /<style>([\s\S]*?)<\/style>/g;

/**
 * Puts the few kB of style of the first screen into the page itself: the shell is painted as soon as the HTML is there,
 * without waiting for a file that competes with the scripts. The link stays, disabled, so that a page loaded later that
 * names the same file finds it there already.
 */
const inlineStyles = (template: string, webFolder: string): string =>
  template.replace(STYLESHEET, (_, href: string) => {
    const css = readFileSync(join(webFolder, href), 'utf8').trim().replaceAll('</', '<\\/');
    return `<style>${css}</style><link rel="stylesheet" href="${href}" disabled>`;
  });

interface Templates {
  readonly portal: string | null;
  readonly signIn: string | null;
  readonly operator: string | null;
  /** Page of the portal with the script of read-only views before all other scripts (decision 35). */
  readonly view: string | null;
}

/** Languages that were built. Each has a folder of its name. The source language comes first. */
const builtLanguages = (webFolder: string): Language[] =>
  known.filter((language) => existsSync(join(webFolder, language, 'index.html')));

const readTemplates = (webFolder: string, language: Language): Templates => {
  const textOf = (file: string): string | null => {
    const path = join(webFolder, language, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  };
  const read = (file: string): string | null => {
    const text = textOf(file);
    return text === null ? null : inlineStyles(text, webFolder);
  };
  const portal = read('index.html');
  const script = textOf('view.js');
  const view =
    script === null ? null : (portal?.replace('<script>', () => `<script>${script}</script><script>`) ?? null);
  return { portal, signIn: read('id/index.html'), operator: read('operator/index.html'), view };
};

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const compress = (text: string, sources: Pick<PageSources, 'survey' | 'hasStripe'>): Page => {
  const plain = Buffer.from(text);
  const styles = [...text.matchAll(INLINE_STYLE)].map(([, style]) => sha256(style ?? ''));
  const scriptHashes = [...text.matchAll(INLINE_SCRIPT)].map(([, script]) => sha256(script ?? ''));
  const csp = pageCsp({ scriptHashes, styleHashes: styles, ...sources });
  return { plain, brotli: brotliCompressSync(plain), gzip: gzipSync(plain), csp };
};

const sendPage = (page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const accepted = request.headers['accept-encoding'] ?? '';
  reply
    .header('content-security-policy', page.csp)
    .header('vary', 'accept-encoding, accept-language, cookie, host')
    .type('text/html; charset=utf-8');
  if (accepted.includes('br')) return reply.header('content-encoding', 'br').send(page.brotli);
  if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(page.gzip);
  return reply.send(page.plain);
};

/** Paths that have no page. An unknown path below them gets an error in JSON. */
const notAPage = /^\/(api|vendor|openid|webhooks|sandbox|assets|icons|operator|console|view|metrics)(\/|$)/;

/**
 * Names that begin with a dot, such as `/.git/config`, and names of files. Scanners and robots would take a page there for the
 * file. No page of the portal has such a name.
 */
const dotted = /\/(\.|%2e)|\.[a-z][a-z0-9]+$/i;

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '/';

/** True if the response to the request is the portal's page, including paths that no route of the portal knows. */
export const isPagePath = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !notAPage.test(pathOf(request)) &&
  !dotted.test(pathOf(request));

const FOR_EVER = 'public, max-age=31536000, immutable';

/** Content types of the built files that are stored in the database. */
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** Name of the built file that a request asks for. Null for other paths. */
const assetOf = (request: FastifyRequest): string | null =>
  request.method === 'GET' || request.method === 'HEAD'
    ? (/^\/assets\/([\w-][\w.-]*)$/.exec(pathOf(request))?.[1] ?? null)
    : null;

const decompress = promisify(brotliDecompress);

/** Sends a file of another release. It gets the same headers as the files of this one. */
const sendFile = async (
  name: string,
  { content, isBrotli }: PageFile,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const acceptsBrotli = (request.headers['accept-encoding'] ?? '').includes('br');
  reply
    .header('cache-control', FOR_EVER)
    .header('vary', 'accept-encoding')
    .type(TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
  if (!isBrotli) return reply.send(content);
  return acceptsBrotli ? reply.header('content-encoding', 'br').send(content) : reply.send(await decompress(content));
};

/** Address of a page of the operator site, from its former address below `/console`. Keeps the query. */
const pathInOperatorSite = (url: string): string => url.replace(/^\/[^/?]*\/?/, '/operator/');

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Cache time of `/robots.txt` and of `/favicon.ico`, which programs request that read no page. */
const ROOT_FILE_CACHE = 'public, max-age=86400';

/** Address of an icon. The hash of its content lets browsers cache it for ever. */
export const iconAddress = (svg: string): string =>
  `/icons/${createHash('sha256').update(svg).digest('hex').slice(0, 16)}.svg`;

/**
 * Serves the built pages. Hashed assets are cached for ever. Every other path gets the portal's page of the brand, which is
 * filled and compressed once. Returns the function that sends it, or null without built pages.
 */
export const servePages = async (
  app: FastifyInstance,
  {
    webFolder,
    brandOf,
    icons,
    portalConfig,
    accentStyle = () => '',
    isPublicSandbox = false,
    findFile = async () => null,
    operatorHosts = [],
  }: PageNeeds,
): Promise<SendPage | null> => {
  const notFound = (): never => {
    throw new Refused('NOT_FOUND');
  };
  const [written, ...others] = builtLanguages(webFolder);
  if (written === undefined) {
    app.setNotFoundHandler(notFound);
    return null;
  }
  const languages = [written, ...others] as const;
  await app.register(fastifyStatic, {
    root: join(webFolder, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', FOR_EVER);
    },
  });
  const addressOfIcon = (brand: BrandKey): string => iconAddress(icons.get(brand) ?? '');
  const templates = new Map(languages.map((language) => [language, readTemplates(webFolder, language)]));
  const pages = new Map<string, Page>();
  const pageFor = (template: keyof Templates, request: FastifyRequest): Page => {
    const language = languageOf(request.headers, languages);
    const text = templates.get(language)?.[template] ?? null;
    if (text === null) return notFound();
    const hostname = hostnameOf(request);
    const config = { ...portalConfig(brandOf(hostname), hostname, language), languages: [...languages] };
    // with the whole configuration, because the families change with the catalogue
    const key = `${template} ${language} ${JSON.stringify(config)}`;
    const known = pages.get(key);
    if (known) return known;
    const isPortal = template === 'portal' || template === 'view';
    const survey = isPortal ? config.links.survey : null;
    const { brand } = config;
    const head = [
      template === 'operator' ? '' : descriptionElement(brand, language),
      headElements(addressOfIcon(brand.key)),
      accentStyle(brand.key),
    ].join('');
    const filled = fill(text, config).replace('</head>', () => `${head}</head>`);
    const noted = isPublicSandbox ? withSandboxNotice(filled, language) : filled;
    const made = compress(noted, { survey, hasStripe: isPortal && config.gateway === 'stripe' });
    pages.set(key, made);
    return made;
  };

  app.get('/id', (_request, reply) => reply.redirect('/id/'));
  app.get('/id/*', (request, reply) => sendPage(pageFor('signIn', request), request, reply));
  app.get('/operator', (_request, reply) => reply.redirect('/operator/'));
  app.get('/operator/*', (request, reply) => sendPage(pageFor('operator', request), request, reply));
  for (const former of ['/console', '/console/*'])
    app.get(former, (request, reply) => reply.redirect(pathInOperatorSite(request.url), 308));
  app.get('/view', (_request, reply) => reply.redirect('/view/'));
  app.get('/view/*', (request, reply) =>
    isAmong(operatorHosts, request)
      ? sendRefusal(new Refused('NOT_FOUND'), request, reply)
      : sendPage(pageFor('view', request), request, reply),
  );
  app.get('/robots.txt', (request, reply) =>
    reply
      .header('cache-control', ROOT_FILE_CACHE)
      .type('text/plain; charset=utf-8')
      .send(isAmong(operatorHosts, request) ? ROBOTS_OF_OPERATORS : ROBOTS),
  );
  app.get('/favicon.ico', (request, reply) =>
    reply
      .header('cache-control', ROOT_FILE_CACHE)
      .header('vary', 'host')
      .redirect(addressOfIcon(brandOf(hostnameOf(request)))),
  );
  const iconsByAddress = new Map([...icons.values()].map((svg) => [iconAddress(svg), svg]));
  app.get('/icons/*', (request, reply) => {
    const svg = iconsByAddress.get(pathOf(request)) ?? notFound();
    return reply.header('cache-control', FOR_EVER).type('image/svg+xml').send(svg);
  });
  const sendPortal: SendPage = (request, reply) => {
    if (!isAmong(operatorHosts, request)) return sendPage(pageFor('portal', request), request, reply);
    if (pathOf(request) === '/') return reply.redirect('/operator/');
    return sendRefusal(new Refused('NOT_FOUND'), request, reply);
  };
  app.setNotFoundHandler(async (request, reply) => {
    if (isPagePath(request)) return sendPortal(request, reply);
    const name = assetOf(request);
    const file = name === null ? null : await findFile(name);
    return file && name ? sendFile(name, file, request, reply) : notFound();
  });
  return sendPortal;
};
