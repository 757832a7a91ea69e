import { type Cents, type Ppm, shareOf, taxOn } from '@foyer/contract/vocabulary/money';

/** Line to price. A credit has a negative gross amount. */
export interface PricedLine {
  readonly grossCents: Cents;
  readonly discountCents: Cents;
}

export interface InvoiceFigures {
  readonly subtotalCents: Cents;
  readonly discountCents: Cents;
  readonly taxCents: Cents;
  readonly totalCents: Cents;
  readonly creditAppliedCents: Cents;
  readonly creditAddedCents: Cents;
  readonly carriedCents: Cents;
  readonly amountDueCents: Cents;
  readonly balanceAfterCents: Cents;
}

export interface PricingInput {
  readonly lines: readonly PricedLine[];
  readonly taxRatePpm: Ppm;
  /** Account balance before this invoice; negative is credit. */
  readonly balanceCents: Cents;
  readonly minimumChargeCents: Cents;
  /** For a negative net: tax rate of the credited lines, and the maximum of the tax given back. */
  readonly creditedTaxRatePpm?: Ppm;
  readonly taxPoolCents?: Cents;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Computes the figures of one invoice. Tax is rounded once, on the whole net. A negative net gives tax back at the rate
 * it was collected at, and at most what was collected (D16). Credit is used before the card; a rest below
 * `minimumChargeCents` is carried to the next invoice (I12).
 */
export const priceInvoice = (input: PricingInput): InvoiceFigures => {
  const subtotalCents = sum(input.lines.map((line) => line.grossCents));
  const discountCents = sum(input.lines.map((line) => line.discountCents));
  const netCents = subtotalCents - discountCents;

  if (netCents < 0) {
    const collected = taxOn(-netCents, input.creditedTaxRatePpm ?? input.taxRatePpm);
    const taxBack = Math.max(0, Math.min(collected, input.taxPoolCents ?? collected));
    const totalCents = netCents - taxBack;
    return {
      subtotalCents,
      discountCents,
      taxCents: taxBack === 0 ? 0 : -taxBack,
      totalCents,
      creditAppliedCents: 0,
      creditAddedCents: -totalCents,
      carriedCents: 0,
      amountDueCents: 0,
      balanceAfterCents: input.balanceCents + totalCents,
    };
  }

  const taxCents = taxOn(netCents, input.taxRatePpm);
  const totalCents = netCents + taxCents;
  const creditAppliedCents = input.balanceCents === 0 ? 0 : Math.min(-input.balanceCents, totalCents);
  const due = totalCents - creditAppliedCents;
  const carriedCents = due < input.minimumChargeCents ? due : 0;
  return {
    subtotalCents,
    discountCents,
    taxCents,
    totalCents,
    creditAppliedCents,
    creditAddedCents: 0,
    carriedCents,
    amountDueCents: due - carriedCents,
    balanceAfterCents: input.balanceCents + creditAppliedCents + carriedCents,
  };
};

/** Discount of one line: `round(gross · percent / 100)`. */
export const percentOff = (grossCents: Cents, percent: number): Cents => shareOf(grossCents, percent, 100);
