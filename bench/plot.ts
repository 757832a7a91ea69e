import type { Row } from './report.ts';

const WIDTH = 640;
const HEIGHT = 320;
const LEFT = 64;
const RIGHT = 24;
const TOP = 24;
const BOTTOM = 48;

const label = (x: number, y: number, text: string, anchor = 'middle'): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${text}</text>`;

/**
 * SVG chart of renewals per second by number of subscriptions, for the product and the raw limit, in light and dark
 * colours. Null if no row has a point to plot.
 */
export const plotRenewals = (rows: readonly Row[]): string | null => {
  const points = rows.flatMap(({ plot, comparison }) => (plot ? [{ at: plot.at, ...comparison }] : []));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const most = Math.max(...points.flatMap(({ ours, limit }) => [ours, limit])) * 1.1;
  const span = Math.log10(last.at / first.at) || 1;
  const x = (at: number) => LEFT + (Math.log10(at / first.at) / span) * (WIDTH - LEFT - RIGHT - 40) + 20;
  const y = (value: number) => HEIGHT - BOTTOM - (value / most) * (HEIGHT - TOP - BOTTOM);
  const line = (name: 'ours' | 'limit', dash: string): string[] => [
    `<polyline fill="none" stroke="currentColor" stroke-width="2"${dash} points="${points.map((point) => `${x(point.at).toFixed(1)},${y(point[name]).toFixed(1)}`).join(' ')}"/>`,
    ...points.flatMap((point) => [
      `<circle cx="${x(point.at).toFixed(1)}" cy="${y(point[name]).toFixed(1)}" r="3.5" fill="currentColor"/>`,
      label(x(point.at), y(point[name]) - 9, `${name === 'ours' ? 'Foyer' : 'raw'} ${Math.round(point[name])}`),
    ]),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, sans-serif" font-size="12" fill="currentColor" role="img">`,
    '<title>Renewals per second over the number of subscriptions</title>',
    '<style>svg { color: #1b1b1f; background: #fff } @media (prefers-color-scheme: dark) { svg { color: #eee; background: #16161a } }</style>',
    `<path d="M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}" fill="none" stroke="currentColor"/>`,
    label(LEFT - 8, y(0) + 4, '0', 'end'),
    label(LEFT - 8, TOP + 10, 'per s', 'end'),
    ...points.map((point) => label(x(point.at), HEIGHT - BOTTOM + 18, point.at.toLocaleString('en-US'))),
    label((LEFT + WIDTH) / 2, HEIGHT - 8, 'subscriptions in the database'),
    ...line('ours', ''),
    ...line('limit', ' stroke-dasharray="6 5"'),
    '</svg>',
    '',
  ].join('\n');
};
