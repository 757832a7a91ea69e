import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { usePath } from '../lib/hash-location.ts';
import { Notice } from '../ui/notice.tsx';

/** What a command came to; `failed` where it was carried out and still did not bring what it was for. */
export interface Outcome {
  readonly text: string;
  readonly failed?: boolean;
}

const SaidContext = createContext<{ said: Outcome | null; say: (outcome: Outcome) => void }>({
  said: null,
  say: () => undefined,
});

/** Tells what a command came to. It stays until the next one or until the page is left: money is never only in a toast. */
export const useSay = () => use(SaidContext).say;

export const SaidProvider = ({ children }: { children: ReactNode }) => {
  const [said, setSaid] = useState<Outcome | null>(null);
  const path = usePath();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is where this is no news any more
  useEffect(() => setSaid(null), [path]);
  const say = useCallback((outcome: Outcome) => setSaid(outcome), []);
  return <SaidContext value={useMemo(() => ({ said, say }), [said, say])}>{children}</SaidContext>;
};

/** Where it is said, on every page in the same place; read out when it changes. */
export const Said = () => {
  const { said } = use(SaidContext);
  return <div role="status">{said && <Notice tone={said.failed ? 'bad' : 'ok'} titleAs="p" title={said.text} />}</div>;
};
