import type { Plugin } from 'vite';

/**
 * Delays the scripts until the style has loaded, because the static shell in the HTML only needs the style to be
 * painted (HO-01). Otherwise scripts share the connection with the style, and the first paint is later
 * (docs/benchmarks.md).
 */
export const paintFirst = (): Plugin => ({
  name: 'foyer-paint-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path }) =>
      path === '/index.html'
        ? html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
        : html,
  },
});
