import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { usePath } from '../lib/hash-location.ts';
import { Notice } from '../ui/notice.tsx';
import { useSearchText } from './search.ts';

/** Result of a command. `failed`: the command was carried out but did not reach its aim. */
export interface Outcome {
  readonly text: string;
  readonly failed?: boolean;
}

const OutcomeContext = createContext<{ outcome: Outcome | null; showOutcome: (outcome: Outcome) => void }>({
  outcome: null,
  showOutcome: () => undefined,
});

/**
 * Returns the function that shows the result of a command, until the next result, page or search. A toast would hide
 * results about money too early.
 */
export const useShowOutcome = () => use(OutcomeContext).showOutcome;

export const OutcomeBannerProvider = ({ children }: { children: ReactNode }) => {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const path = usePath();
  const search = useSearchText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or search removes the result
  useEffect(() => setOutcome(null), [path, search]);
  const showOutcome = useCallback((next: Outcome) => setOutcome(next), []);
  return (
    <OutcomeContext value={useMemo(() => ({ outcome, showOutcome }), [outcome, showOutcome])}>
      {children}
    </OutcomeContext>
  );
};

/** Banner with the last result, in the same place of every page. Screen readers read each change out. */
export const OutcomeBanner = () => {
  const { outcome } = use(OutcomeContext);
  return (
    <div role="status">
      {outcome && <Notice tone={outcome.failed ? 'bad' : 'ok'} titleAs="p" title={outcome.text} />}
    </div>
  );
};
