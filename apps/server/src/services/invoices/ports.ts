import type { Language } from '@foyer/contract/vocabulary/languages';

/** Texts and figures of a receipt, ready to be drawn. */
export interface ReceiptDocument {
  readonly language: Language;
  readonly brand: ReceiptBrand;
  readonly size: 'LETTER' | 'A4';
  readonly issuedAt: Date;
  readonly title: string;
  readonly status: { readonly text: string; readonly tone: 'ok' | 'bad' | 'plain' } | null;
  readonly amount: string;
  readonly when: string;
  /** Columns side by side, each with its blocks below each other. */
  readonly blocks: readonly (readonly ReceiptBlock[])[];
  readonly columns: { readonly quantity: string; readonly description: string; readonly amount: string };
  readonly items: readonly ReceiptItem[];
  readonly totals: readonly ReceiptTotal[];
  /** Notes about undecided and failed refunds, which the totals leave out. */
  readonly notes: readonly string[];
  readonly footer: string | null;
}

export interface ReceiptBrand {
  readonly name: string;
  readonly accent: string;
  /** Lines of the mark as SVG paths in a square of 24; none draws the first character in the name. */
  readonly mark: readonly string[];
  readonly supportEmail: string;
}

export interface ReceiptBlock {
  readonly label: string;
  readonly lines: readonly string[];
}

export interface ReceiptItem {
  readonly quantity: string;
  readonly description: string;
  readonly period: string | null;
  readonly amount: string;
}

export interface ReceiptTotal {
  readonly label: string;
  /** Small text below the label. */
  readonly reason?: string;
  readonly value: string;
  /** True for a total of the figures above it. */
  readonly due?: boolean;
}

/** Draws a receipt as a PDF. */
export type RenderReceipt = (document: ReceiptDocument) => Promise<Uint8Array<ArrayBuffer>>;
