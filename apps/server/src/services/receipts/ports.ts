import type { Language } from '@foyer/contract/vocabulary/languages';

/** A receipt in words, ready to be drawn: every text and figure as it will stand there. */
export interface ReceiptPaper {
  readonly language: Language;
  readonly brand: PaperBrand;
  readonly size: 'LETTER' | 'A4';
  readonly issuedAt: Date;
  readonly title: string;
  readonly status: string | null;
  readonly amount: string;
  readonly when: string;
  /** Side by side; within one, under each other. */
  readonly blocks: readonly (readonly PaperBlock[])[];
  readonly columns: { readonly quantity: string; readonly description: string; readonly amount: string };
  readonly items: readonly PaperItem[];
  readonly totals: readonly PaperTotal[];
  /** What is not in the figures above, and why. */
  readonly notes: readonly string[];
  readonly footer: string | null;
}

export interface PaperBrand {
  readonly name: string;
  readonly accent: string;
  readonly supportEmail: string;
}

export interface PaperBlock {
  readonly label: string;
  readonly lines: readonly string[];
}

export interface PaperItem {
  readonly quantity: string;
  readonly description: string;
  readonly period: string | null;
  readonly amount: string;
}

export interface PaperTotal {
  readonly label: string;
  /** In small print below the label. */
  readonly reason?: string;
  readonly value: string;
  /** A figure that all above it lead to. */
  readonly due?: boolean;
}

/** Makes a PDF of it. */
export type DrawReceipt = (paper: ReceiptPaper) => Promise<Uint8Array<ArrayBuffer>>;
