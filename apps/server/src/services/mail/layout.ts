import type { Language } from '@foyer/contract/vocabulary/languages';
import { html, type Markup } from './html.ts';
import { mailTexts } from './texts/texts.ts';

/** Appearance of a brand in its mails. */
export interface MailBrand {
  readonly name: string;
  readonly accent: string;
  readonly portalUrl: string;
  readonly supportEmail: string;
}

export type ContentRow = readonly [label: string, value: string];

/** Content of a mail, before it is rendered as HTML and as text. */
export interface MailContent {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly rows?: readonly ContentRow[] | null;
  readonly link?: { readonly label: string; readonly path: string } | null;
}

export interface RenderedMail {
  /** Name before the address of the sender. */
  readonly sender: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const FONT = 'font-family:Inter,-apple-system,Segoe UI,Roboto,sans-serif';

const rowMarkup = ([label, value]: ContentRow): Markup =>
  html`<tr><td style="padding:6px 0;color:#4a4f5b">${label}</td><td style="padding:6px 0;text-align:right;white-space:nowrap">${value}</td></tr>`;

const page = (content: MailContent, brand: MailBrand, language: Language): Markup => html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${content.subject}</title></head>
<body style="margin:0;background:#f8f8fa;color:#15171c;${FONT};font-size:15px;line-height:22px;overflow-wrap:anywhere">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%;background:#ffffff;border:1px solid #e4e5ea;border-radius:12px">
<tr><td style="padding:24px 32px;border-bottom:1px solid #e4e5ea;font-weight:600;color:${brand.accent}">${brand.name}</td></tr>
<tr><td style="padding:28px 32px"><h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${content.heading}</h1>
${content.paragraphs.map((text) => html`<p style="margin:0 0 14px">${text}</p>`)}
${content.rows ? html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 18px;border-top:1px solid #e4e5ea">${content.rows.map(rowMarkup)}</table>` : ''}
${content.link ? html`<a href="${brand.portalUrl}${content.link.path}" style="display:inline-block;padding:10px 16px;border-radius:8px;background:${brand.accent};color:#ffffff;text-decoration:none;font-weight:600">${content.link.label}</a>` : ''}
</td></tr>${brand.supportEmail ? html`<tr><td style="padding:18px 32px;border-top:1px solid #e4e5ea;color:#636978;font-size:13px;line-height:20px">${mailTexts[language].questions(brand.supportEmail)}</td></tr>` : ''}
</table></td></tr></table></body></html>`;

const plain = (content: MailContent, brand: MailBrand, language: Language): string =>
  [
    content.heading,
    ...content.paragraphs,
    ...(content.rows ? [content.rows.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(content.link ? [`${content.link.label}: ${brand.portalUrl}${content.link.path}`] : []),
    [brand.name, ...(brand.supportEmail ? [mailTexts[language].questions(brand.supportEmail)] : [])].join('\n'),
  ].join('\n\n');

/** Renders a mail as HTML and text. The subject is one line, even if a name contains line breaks. */
export const renderMail = (content: MailContent, brand: MailBrand, language: Language): RenderedMail => ({
  sender: brand.name,
  subject: content.subject.replace(/[\r\n]+/g, ' '),
  text: plain(content, brand, language),
  html: page(content, brand, language).value,
});
