import type { Locator, Page } from '@playwright/test';

/** Expected positions of the named parts of the pages, at three screen widths. */

export const HEIGHT_PX = 900;
export const WIDTHS = [1280, 768, 375] as const;

/** Left, top, width and height in CSS pixels; null is not checked. */
export type Box = readonly (number | null)[];
type Parts = Readonly<Record<string, readonly [part: (page: Page) => Locator, boxes: readonly Box[]]>>;

/** Parses the boxes of a part, widest screen first: left, top, width, height; `-` is not checked. */
export const parseBoxes = (boxes: string): readonly Box[] =>
  boxes.split(' | ').map((box) => box.split(' ').map((length) => (length === '-' ? null : Number(length))));

const main = (page: Page) => page.getByRole('main');
export const cards = (page: Page) => main(page).locator('[class*="card_card"]');

const bar = (page: Page) => page.getByRole('banner');
const foot = (page: Page) => page.getByRole('contentinfo');
const BAR = parseBoxes('0 40 1280 61 | 0 40 768 61 | 0 40 375 57');
const FOOT = parseBoxes('0 - 1280 65 | 0 - 768 65 | 0 - 375 193');

/**
 * Pages with tabs. Desktop: shell of 1240 with 32 at the sides, tabs 200, gap 56, content 920. Tablet: tabs in a row.
 * Phone: tabs in a bar at the bottom.
 */
export const FRAME = {
  'top bar': [bar, BAR],
  tabs: [
    (page) => page.getByRole('navigation', { name: 'Account' }),
    parseBoxes('40 141 212 118 | 20 125 716 38 | 0 835 375 65'),
  ],
  content: [main, parseBoxes('308 141 920 - | 32 195 704 - | 16 121 343 -')],
  footer: [foot, FOOT],
} satisfies Parts;

/** Pages without tabs, with a slim top bar and centred content. */
const FOCUS: Parts = {
  'slim bar': [bar, BAR],
  content: [main, parseBoxes('180 141 920 - | 32 125 704 - | 16 121 343 -')],
  footer: [foot, FOOT],
};

/** Pages with the full top bar, without tabs, with centred content. */
const WIDE: Parts = {
  'top bar': [bar, BAR],
  content: FOCUS.content as Parts[string],
  footer: [foot, FOOT],
};

export interface Layout {
  readonly path: string;
  /** Selector of a link on the page at `path`. It leads to the page to check, whose path contains ids. */
  readonly follow?: string;
  /** Text that appears when the page has loaded. */
  readonly ready: string | RegExp;
  /** Parts around the page. */
  readonly frame: Parts;
  readonly parts: Parts;
  /** Pixels by which the parts are lower in the drive brand, because the page has a tab in only one brand. */
  readonly lowerInDrive?: number;
}

/** Part of the page by a selector inside `main`. */
export const inMain = (selector: string) => (page: Page) => main(page).locator(selector).first();

interface DemoLayout extends Layout {
  /** Demo customer with the data that the page shows. */
  readonly who: 'pia' | 'ada' | 'grace';
}

export const LAYOUTS: readonly DemoLayout[] = [
  {
    who: 'pia',
    path: '/',
    ready: /Your next payment is/,
    frame: FRAME,
    parts: {
      'first product': [
        (page) => main(page).getByRole('article').first(),
        parseBoxes('308 271 450 - | 32 325 342 - | 16 261 343 -'),
      ],
      'last product': [
        (page) => main(page).getByRole('article').last(),
        parseBoxes('778 271 450 - | 394 325 342 - | 16 - 343 -'),
      ],
      'quick actions': [
        (page) => page.getByRole('region', { name: 'Quick actions' }).getByRole('list'),
        parseBoxes('308 - 920 106 | 32 - 704 211 | 16 - 343 -'),
      ],
    },
  },
  {
    who: 'pia',
    path: '/payments',
    ready: 'Past payments',
    frame: FRAME,
    parts: {
      'next payment': [(page) => cards(page).nth(0), parseBoxes('308 209 517 - | 32 263 704 - | 16 177 343 -')],
      card: [(page) => cards(page).nth(1), parseBoxes('845 209 383 - | 32 - 704 - | 16 - 343 -')],
      receipts: [(page) => page.getByRole('table'), parseBoxes('309 - 918 - | 33 - 702 - | 17 - 341 -')],
    },
  },
  {
    who: 'pia',
    path: '/subscriptions/drive?plan=pln_drive_starter_yearly&step=review',
    ready: 'Estimated cost',
    frame: FRAME,
    parts: {
      order: [(page) => cards(page).first(), parseBoxes('308 285 552 - | 32 339 704 - | 16 253 343 -')],
      summary: [
        (page) => main(page).locator('[class*="summary_panel"]'),
        parseBoxes('892 285 336 - | 32 - 704 - | 16 - 343 -'),
      ],
    },
  },
  {
    who: 'pia',
    path: '/payments/method',
    ready: 'What happens when you save',
    frame: FOCUS,
    parts: {
      form: [(page) => cards(page).first(), parseBoxes('180 235 552 - | 32 219 704 - | 16 225 343 -')],
      'what happens': [
        (page) => main(page).locator('[class*="summary_panel"]'),
        parseBoxes('764 235 336 - | 32 - 704 - | 16 - 343 -'),
      ],
    },
  },
  {
    who: 'pia',
    path: '/payments/next',
    // The next payment is today if the demo data was loaded at a late hour.
    ready: /^(In \d+ days?|Tomorrow|Today)/,
    frame: FOCUS,
    parts: {
      card: [inMain('[class*="card_card"]'), parseBoxes('180 209 920 - | 32 193 704 - | 16 177 343 -')],
    },
  },
  {
    who: 'pia',
    path: '/payments',
    follow: 'table a',
    ready: 'Arcwave Instruments, Inc.',
    frame: FRAME,
    parts: {
      receipt: [inMain('[class*="card_card"]'), parseBoxes('308 263 760 - | 32 317 704 - | 16 287 343 -')],
      payee: [inMain('dl'), parseBoxes('341 435 228 - | 65 489 208 - | 33 459 309 -')],
      'billed to': [inMain('dl:nth-of-type(2)'), parseBoxes('593 435 228 - | 297 489 208 - | 33 575 309 -')],
      totals: [inMain('[class*="receipt-document_totals"]'), parseBoxes('675 - 392 - | 343 - 392 - | 17 - 341 -')],
    },
  },
  {
    who: 'pia',
    path: '/security',
    lowerInDrive: 28,
    ready: 'Security activity',
    frame: FRAME,
    parts: {
      settings: [inMain('[class*="card_card"]'), parseBoxes('308 235 920 - | 32 289 704 - | 16 203 343 -')],
      'name of a setting': [
        inMain('[class*="setting-row_row"] h3'),
        parseBoxes('333 262 200 20 | 57 316 200 20 | 33 220 - 20'),
      ],
      'value of a setting': [
        inMain('[class*="setting-row_value"]'),
        parseBoxes('553 262 - - | 277 316 - - | 33 248 - -'),
      ],
    },
  },
  {
    who: 'pia',
    path: '/subscriptions/drive',
    lowerInDrive: -28,
    ready: 'Current plan',
    frame: FRAME,
    parts: {
      'current plan': [
        inMain('[class*="current-plan_current"]'),
        parseBoxes('308 285 920 - | 32 339 704 - | 16 253 343 -'),
      ],
      'first plan': [inMain('article'), parseBoxes('308 393 296 326 | 32 447 344 326 | 16 - 343 -')],
      'second plan': [inMain('article:nth-of-type(2)'), parseBoxes('620 393 296 326 | 392 447 344 326 | 16 - 343 -')],
      'fourth plan': [inMain('article:nth-of-type(4)'), parseBoxes('308 735 296 326 | 392 789 344 326 | 16 - 343 -')],
    },
  },
  {
    who: 'pia',
    path: '/codes/redeem',
    ready: 'Redeem a prepaid code',
    frame: FRAME,
    parts: {
      form: [inMain('[class*="card_card"]'), parseBoxes('308 237 640 - | 32 291 640 - | 16 205 343 -')],
    },
  },
  {
    who: 'pia',
    path: '/promotions/2-series',
    ready: 'Subscribe',
    frame: WIDE,
    parts: {
      grants: [inMain('[class*="card_card"]'), parseBoxes('180 311 552 183 | 32 295 704 163 | 16 301 343 -')],
      summary: [inMain('[class*="summary_panel"]'), parseBoxes('764 311 336 - | 32 - 704 - | 16 - 343 -')],
    },
  },
  {
    who: 'pia',
    path: '/',
    follow: 'article a[href*="/subscriptions/scope/sub"]',
    ready: 'License Extension',
    frame: FRAME,
    parts: {
      licence: [
        inMain('section[aria-labelledby="licence"]'),
        parseBoxes('308 263 920 286 | 32 317 704 286 | 16 231 343 -'),
      ],
      'timeline of the licence': [
        inMain('[class*="timeline_track"]'),
        parseBoxes('437 422 766 32 | 161 476 550 32 | 33 - 309 32'),
      ],
      'first extension': [
        inMain('[class*="choice_option"]'),
        parseBoxes('308 673 552 79 | 32 727 704 79 | 16 - 343 -'),
      ],
      summary: [inMain('[class*="summary_panel"]'), parseBoxes('892 581 336 - | 32 - 704 - | 16 - 343 -')],
    },
  },
  {
    who: 'grace',
    path: '/address',
    ready: 'Add or Change Address',
    frame: FRAME,
    parts: {
      form: [inMain('form [class*="card_card"]'), parseBoxes('308 285 664 658 | 32 339 664 658 | 16 275 343 -')],
      'last name': [inMain('[name="lastName"]'), parseBoxes('648 422 299 40 | 372 476 299 40 | 37 502 301 44')],
      'postal code': [inMain('[name="postalCode"]'), parseBoxes('753 792 194 40 | 477 846 194 40 | 37 - 301 44')],
    },
  },
  {
    who: 'ada',
    path: '/subscriptions/scope?package=power',
    ready: /^Professional: Power includes/,
    frame: FRAME,
    parts: {
      'first tier': [inMain('article'), parseBoxes('308 321 296 220 | 32 375 344 220 | 16 289 343 -')],
      'second tier': [inMain('article:nth-of-type(2)'), parseBoxes('620 321 296 220 | 392 375 344 220 | 16 - 343 -')],
      'second package': [
        inMain('[class*="choice_option"]:nth-of-type(2)'),
        parseBoxes('541 609 221 - | 390 899 346 - | 16 - 343 -'),
      ],
      dock: [inMain('[class*="dock_dock"]'), parseBoxes('308 814 920 66 | 32 814 704 66 | 8 742 359 86')],
    },
  },
  {
    who: 'ada',
    path: '/subscriptions/iot',
    ready: 'Due today',
    frame: FRAME,
    parts: {
      'first plan': [
        inMain('[class*="metered-card_card"]'),
        parseBoxes('308 311 296 315 | 32 365 344 315 | 16 309 343 -'),
      ],
      'second plan': [
        inMain('[class*="metered-card_card"]:nth-of-type(2)'),
        parseBoxes('620 311 296 315 | 392 365 344 315 | 16 - 343 -'),
      ],
      summary: [inMain('[class*="summary_panel"]'), parseBoxes('892 658 336 - | 32 - 704 - | 16 - 343 -')],
    },
  },
];
