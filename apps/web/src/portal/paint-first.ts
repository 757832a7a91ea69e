import type { Plugin } from 'vite';

/**
 * What stands in the HTML of the portal needs its style and nothing else to be seen, a name included (HO-01): the scripts
 * wait for that. Without it they share the line with the style, and the first paint comes later (docs/benchmarks.md).
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
