import { Plural, Trans } from '@lingui/react/macro';
import { toYearsAndMonths } from './extension-choice.ts';

/** Length in words: `1 year`, `2 years 6 months` (MA-02). */
export const LengthText = ({ months: total }: { months: number }) => {
  const { years, months } = toYearsAndMonths(total);
  const inYears = <Plural value={years} one="# year" other="# years" />;
  const inMonths = <Plural value={months} one="# month" other="# months" />;
  if (years === 0) return inMonths;
  return months === 0 ? (
    inYears
  ) : (
    <Trans>
      {inYears} {inMonths}
    </Trans>
  );
};
