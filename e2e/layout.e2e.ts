import type { Locator, Page } from '@playwright/test';
import { addressOf, BRANDS, expect, signInHere, test } from './support.ts';

/**
 * Where the named parts of the main pages stand (language.md §2): a page whose layout broke has the right words in the
 * wrong places, which no other journey sees. Boxes and not pictures: they survive a new Chromium.
 */

/** A line of text may round differently; nothing else may. */
const TOLERANCE_PX = 3;
const HEIGHT_PX = 900;
const WIDTHS = [1280, 768, 375] as const;

/** Left, top, width, and the height where the words do not decide it. Null: free. */
type Box = readonly [x: number, y: number | null, width: number, height: number | null];
type Boxes = readonly [at1280: Box, at768: Box, at375: Box];
type Parts = Readonly<Record<string, readonly [part: (page: Page) => Locator, boxes: Boxes]>>;

const main = (page: Page) => page.getByRole('main');
const cards = (page: Page) => main(page).locator('[class*="card_card"]');

const bar = (page: Page) => page.getByRole('banner');
const foot = (page: Page) => page.getByRole('contentinfo');
const BAR: Boxes = [
  [0, 40, 1280, 61],
  [0, 40, 768, 61],
  [0, 40, 375, 57],
];
const FOOT: Boxes = [
  [0, null, 1280, 65],
  [0, null, 768, 65],
  [0, null, 375, 157],
];

/** Shell 1240 with 32 at the sides: tabs 200, gap 56, content 920. A row on the tablet, a bar at the foot of the phone. */
const FRAME: Parts = {
  'top bar': [bar, BAR],
  tabs: [
    (page) => page.getByRole('navigation', { name: 'Account' }),
    [
      [40, 141, 212, 118],
      [20, 125, 716, 38],
      [0, HEIGHT_PX - 65, 375, 65],
    ],
  ],
  content: [
    main,
    [
      [308, 141, 920, null],
      [32, 195, 704, null],
      [16, 121, 343, null],
    ],
  ],
  footer: [foot, FOOT],
};

/** No tabs, and the content in the middle. */
const FOCUS: Parts = {
  'slim bar': [bar, BAR],
  content: [
    main,
    [
      [180, 141, 920, null],
      [32, 125, 704, null],
      [16, 121, 343, null],
    ],
  ],
  footer: [foot, FOOT],
};

interface Layout {
  readonly path: string;
  /** Said when the page is whole. */
  readonly ready: string | RegExp;
  readonly parts: Parts;
}

const PAGES: readonly Layout[] = [
  {
    path: '/',
    ready: /Your next payment is/,
    parts: {
      ...FRAME,
      'first product': [
        (page) => main(page).getByRole('article').first(),
        [
          [308, 271, 450, null],
          [32, 325, 342, null],
          [16, 261, 343, null],
        ],
      ],
      'last product': [
        (page) => main(page).getByRole('article').last(),
        [
          [778, 271, 450, null],
          [394, 325, 342, null],
          [16, null, 343, null],
        ],
      ],
      'quick actions': [
        (page) => page.getByRole('region', { name: 'Quick actions' }).getByRole('list'),
        [
          [308, null, 920, 106],
          [32, null, 704, 211],
          [16, null, 343, null],
        ],
      ],
    },
  },
  {
    path: '/payments',
    ready: 'Past payments',
    parts: {
      ...FRAME,
      'next payment': [
        (page) => cards(page).nth(0),
        [
          [308, 209, 517, null],
          [32, 263, 704, null],
          [16, 177, 343, null],
        ],
      ],
      card: [
        (page) => cards(page).nth(1),
        [
          [845, 209, 383, null],
          [32, null, 704, null],
          [16, null, 343, null],
        ],
      ],
      receipts: [
        (page) => page.getByRole('table'),
        [
          [309, null, 918, null],
          [33, null, 702, null],
          [17, null, 341, null],
        ],
      ],
    },
  },
  {
    path: '/subscriptions/drive?plan=pln_drive_starter_yearly&step=review',
    ready: 'Estimated cost',
    parts: {
      ...FRAME,
      order: [
        (page) => cards(page).first(),
        [
          [308, 285, 552, null],
          [32, 339, 704, null],
          [16, 253, 343, null],
        ],
      ],
      summary: [
        (page) => main(page).locator('[class*="summary_panel"]'),
        [
          [892, 285, 336, null],
          [32, null, 704, null],
          [16, null, 343, null],
        ],
      ],
    },
  },
  {
    path: '/payments/method',
    ready: 'What happens when you save',
    parts: {
      ...FOCUS,
      form: [
        (page) => cards(page).first(),
        [
          [180, 235, 552, null],
          [32, 219, 704, null],
          [16, 225, 343, null],
        ],
      ],
      'what happens': [
        (page) => main(page).locator('[class*="summary_panel"]'),
        [
          [764, 235, 336, null],
          [32, null, 704, null],
          [16, null, 343, null],
        ],
      ],
    },
  },
];

/** What of a box is not where it should be; empty for a part in its place. */
const strayed = async (part: Locator, expected: Box): Promise<string[]> => {
  const box = await part.boundingBox();
  if (!box) return ['not there'];
  const found = [box.x, box.y, box.width, box.height];
  return (['left', 'top', 'width', 'height'] as const).flatMap((name, at) => {
    const wanted = expected[at] ?? null;
    const is = found[at] ?? Number.NaN;
    return wanted === null || Math.abs(is - wanted) <= TOLERANCE_PX ? [] : [`${name} ${Math.round(is)}, not ${wanted}`];
  });
};

for (const { brand, host } of BRANDS) {
  test(`[SH-07] [language.md §2] ${brand}: the parts of the main pages stand in their places`, async ({ page }) => {
    await page.goto(`${addressOf(host)}/`);
    await signInHere(page, 'pia');
    await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
    const strays: string[] = [];
    for (const { path, ready, parts } of PAGES) {
      await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT_PX });
      await page.goto(`${addressOf(host)}/#${path}`);
      await expect(page.getByText(ready).first()).toBeVisible();
      for (const [at, width] of WIDTHS.entries()) {
        await page.setViewportSize({ width, height: HEIGHT_PX });
        await page.evaluate(() => scrollTo(0, 0));
        for (const [name, [part, boxes]] of Object.entries(parts)) {
          const wrong = await strayed(part(page), boxes[at as 0 | 1 | 2]);
          if (wrong.length > 0) strays.push(`${path} at ${width}, ${name}: ${wrong.join('; ')}`);
        }
      }
    }
    expect(strays).toEqual([]);
  });
}
