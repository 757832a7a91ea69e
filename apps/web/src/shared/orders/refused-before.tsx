import type { ReactNode } from 'react';
import type { Failure } from '../../lib/failure.ts';
import { Notice } from '../../ui/notice.tsx';
import { type FailureContext, Sentences, textsOf } from '../failures/words.tsx';

interface RefusedBeforeProps {
  /** Names the command, because the page may show another one. */
  title: ReactNode;
  of: Failure;
  context: FailureContext;
}

/** Says why a command was refused whose answer was lost (INV-12), or that a review holds it. */
export const RefusedBefore = ({ title, of, context }: RefusedBeforeProps) => {
  const { title: why, body, tone } = textsOf(of, context);
  return (
    <Notice tone={tone} titleAs="p" alert={!of.isHeld} title={title}>
      <p>{why}</p>
      {body.length > 0 && (
        <p>
          <Sentences of={body} />
        </p>
      )}
    </Notice>
  );
};
