import { type ComponentProps, Suspense } from 'react';
import { lazyNamed } from '../../../lib/lazy-named.ts';

// on demand, because most plans can be changed
const LockReason = lazyNamed(async () => (await import('./lock-reason.tsx')).LockReason);

/**
 * Reason why no plan can be chosen now, with the next step. The page waits for the text about a prepaid plan, so that it
 * does not push the plans down.
 */
export const LockNotice = (props: ComponentProps<typeof LockReason>) =>
  props.lock === 'prepaid' ? (
    <LockReason {...props} />
  ) : (
    <Suspense>
      <LockReason {...props} />
    </Suspense>
  );
