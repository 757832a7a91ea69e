import type { Language } from '@foyer/contract/vocabulary/languages';
import { html, Markup } from './html.ts';
import { mailTexts } from './texts/texts.ts';

/** Appearance of a brand in its mails. */
export interface MailBrand {
  readonly name: string;
  readonly accent: string;
  /** Accent on dark surfaces. White text on it is readable, as on the other one. */
  readonly accentDark: string;
  readonly portalUrl: string;
  readonly supportEmail: string;
  /** Mark as PNG, white on nothing. Null: the mail shows the first character in the name. */
  readonly markPicture: Uint8Array | null;
}

/** Line of a table. `total` sets the sum of all lines above it large. */
export type ContentRow = readonly [label: string, value: string, kind?: 'total'];

/** Status in a word. Its colour only helps to find it. */
export interface MailBadge {
  readonly tone: 'ok' | 'warn' | 'bad' | 'plain';
  readonly text: string;
}

/** Content of a mail, before it is rendered as HTML and as text. */
export interface MailContent {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly rows?: readonly ContentRow[] | null;
  readonly link?: MailLink | null;
  /** Page where the reader manages what the mail is about, after the link. */
  readonly manage?: MailLink | null;
  readonly badge?: MailBadge | null;
}

export interface MailLink {
  readonly label: string;
  readonly path: string;
}

/** Picture inside a mail. Its HTML names it as `cid:<id>`, so that nothing is loaded from a server. */
export interface MailPicture {
  readonly id: string;
  readonly png: Uint8Array;
}

export interface RenderedMail {
  /** Name before the address of the sender. */
  readonly sender: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly pictures: readonly MailPicture[];
}

const MARK_ID = 'mark';

const FONT = 'font-family:Inter,-apple-system,Segoe UI,Roboto,sans-serif';

const tones = {
  ok: 'background:#e3f4ea;color:#0e6b3c',
  warn: 'background:#fdf1d9;color:#7a4a00',
  bad: 'background:#fdeae8;color:#a51d14',
  plain: 'background:#ecedf1;color:#4a4f5b',
} as const;

/**
 * Colours for readers with a dark theme. They need classes, because an inline style has no media query, and `!important`
 * to win over the inline styles, which are for mail programs that drop style sheets.
 */
const darkStyles = ({ accentDark }: MailBrand): string =>
  `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.bg{background:#0e0f12!important;color:#f1f2f5!important}.card{background:#16181d!important;border-color:#282b33!important}.line{border-color:#282b33!important}.name{color:#f1f2f5!important}.soft{color:#b6bac5!important}.fill{background:${accentDark}!important}.manage{color:#f1f2f5!important}.ok{background:#10301f!important;color:#7fd6a3!important}.warn{background:#38290c!important;color:#f0c26b!important}.bad{background:#3d1815!important;color:#ff9d93!important}.plain{background:#282b33!important;color:#d3d6de!important}}`;

const rowMarkup = ([label, value, kind]: ContentRow): Markup =>
  kind === 'total'
    ? html`<tr><td class="line" style="padding:14px 0 6px;border-top:1px solid #e4e5ea;font-weight:600">${label}</td><td class="line" style="padding:14px 0 6px;border-top:1px solid #e4e5ea;text-align:right;white-space:nowrap;font-size:22px;line-height:28px;font-weight:600">${value}</td></tr>`
    : html`<tr><td class="soft" style="padding:6px 0;color:#4a4f5b">${label}</td><td style="padding:6px 0;text-align:right;white-space:nowrap">${value}</td></tr>`;

/**
 * Mark of the brand on its accent: a picture inside the mail, else the initial. Mail programs draw no SVG, and a linked
 * picture would tell who reads when.
 */
const markOf = (brand: MailBrand): Markup =>
  html`<td class="fill" width="28" height="28" aria-hidden="true" style="width:28px;height:28px;border-radius:7px;background:${brand.accent};color:#ffffff;font-size:15px;line-height:28px;font-weight:600;text-align:center">${brand.markPicture ? html`<img src="cid:${MARK_ID}" width="28" height="28" alt="" style="display:block;border:0">` : ([...brand.name][0] ?? '')}</td>`;

const badgeOf = ({ tone, text }: MailBadge): Markup =>
  html`<p style="margin:0 0 12px"><span class="${tone}" style="display:inline-block;padding:2px 10px;border-radius:6px;font-size:13px;line-height:20px;font-weight:500;${tones[tone]}">${text}</span></p>`;

const page = (content: MailContent, brand: MailBrand, language: Language): Markup => html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${content.subject}</title><style>${new Markup(darkStyles(brand))}</style></head>
<body class="bg" style="margin:0;background:#f8f8fa;color:#15171c;${FONT};font-size:15px;line-height:22px;overflow-wrap:anywhere">
<table role="presentation" class="bg" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%;background:#ffffff;border:1px solid #e4e5ea;border-radius:12px">
<tr><td class="line" style="padding:20px 32px;border-bottom:1px solid #e4e5ea"><table role="presentation" cellpadding="0" cellspacing="0"><tr>${markOf(brand)}<td class="name" style="padding-left:10px;font-weight:600;color:#15171c">${brand.name}</td></tr></table></td></tr>
<tr><td style="padding:28px 32px">${content.badge ? badgeOf(content.badge) : ''}<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${content.heading}</h1>
${content.paragraphs.map((text) => html`<p style="margin:0 0 14px">${text}</p>`)}
${content.rows ? html`<table role="presentation" class="line" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 20px;border-top:1px solid #e4e5ea">${content.rows.map(rowMarkup)}</table>` : ''}
${content.link ? html`<a class="fill" href="${brand.portalUrl}${content.link.path}" style="display:inline-block;margin:0 16px 8px 0;padding:10px 16px;border-radius:8px;background:${brand.accent};color:#ffffff;text-decoration:none;font-weight:600">${content.link.label}</a>` : ''}
${content.manage ? html`<a class="manage" href="${brand.portalUrl}${content.manage.path}" style="display:inline-block;padding:10px 0;color:#15171c;font-weight:500">${content.manage.label}</a>` : ''}
</td></tr>${brand.supportEmail ? html`<tr><td class="line soft" style="padding:18px 32px;border-top:1px solid #e4e5ea;color:#636978;font-size:13px;line-height:20px">${mailTexts[language].questions(brand.supportEmail)}</td></tr>` : ''}
</table></td></tr></table></body></html>`;

const plain = (content: MailContent, brand: MailBrand, language: Language): string =>
  [
    content.heading,
    ...content.paragraphs,
    ...(content.rows ? [content.rows.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...[content.link, content.manage].flatMap((link) =>
      link ? [`${link.label}: ${brand.portalUrl}${link.path}`] : [],
    ),
    [brand.name, ...(brand.supportEmail ? [mailTexts[language].questions(brand.supportEmail)] : [])].join('\n'),
  ].join('\n\n');

/** Renders a mail as HTML and text. The subject is one line, even if a name contains line breaks. */
export const renderMail = (content: MailContent, brand: MailBrand, language: Language): RenderedMail => ({
  sender: brand.name,
  subject: content.subject.replace(/[\r\n]+/g, ' '),
  text: plain(content, brand, language),
  html: page(content, brand, language).value,
  pictures: brand.markPicture ? [{ id: MARK_ID, png: brand.markPicture }] : [],
});
