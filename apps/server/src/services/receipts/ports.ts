import type { Language } from '@foyer/contract/vocabulary/languages';

/** Texts and figures of a receipt, ready to be drawn. */
export interface ReceiptDocument {
  readonly language: Language;
  readonly brand: ReceiptBrand;
  readonly size: 'LETTER' | 'A4';
  readonly issuedAt: Date;
  readonly title: string;
  readonly status: string | null;
  readonly amount: string;
  readonly when: string;
  /** Side by side; within one, under each other. */
  readonly blocks: readonly (readonly ReceiptBlock[])[];
  readonly columns: { readonly quantity: string; readonly description: string; readonly amount: string };
  readonly items: readonly ReceiptItem[];
  readonly totals: readonly ReceiptTotal[];
  /** Refunds that are under way or failed. The totals leave them out. */
  readonly notes: readonly string[];
  readonly footer: string | null;
}

export interface ReceiptBrand {
  readonly name: string;
  readonly accent: string;
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
  /** In small print below the label. */
  readonly reason?: string;
  readonly value: string;
  /** A figure that all above it lead to. */
  readonly due?: boolean;
}

/** Makes a PDF of it. */
export type DrawReceipt = (document: ReceiptDocument) => Promise<Uint8Array<ArrayBuffer>>;
