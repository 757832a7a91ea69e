import { Fragment, type ReactNode } from 'react';
import type { Failure, Reason } from '../../lib/failure.ts';

type Text = ReactNode | ((failure: Failure) => ReactNode);

/** Texts of one failure: what happened, what it means for money or data, and the next step. */
export interface Words {
  readonly title: Text;
  readonly reason?: Text;
  /** Replaces the sentence of the context about money or data. Null: none. */
  readonly effect?: Text | null;
  readonly next?: Text;
  readonly action?: ReactNode;
  /** Set when the user only has to check the page again, or to wait. `info`: it is done already. */
  readonly tone?: 'warn' | 'info';
}

/** Texts by reason. NO_ANSWER and OTHER stand for reasons without texts. */
export type WordTable = Readonly<Partial<Record<Reason, Words>> & Record<'NO_ANSWER' | 'OTHER', Words>>;

/** Table for one kind of command, with its sentences about money or data. */
export interface FailureContext {
  readonly words: WordTable;
  /** Effect of a refusal: "Nothing was charged." */
  readonly refused?: ReactNode;
  /** Effect and next step while the outcome is unknown: "Try again: it is never charged twice." */
  readonly unknown?: ReactNode;
  /** Next step after each failure, in place of those of the table. */
  readonly next?: ReactNode;
}

/** Texts of a failure, ready to render. */
export interface FailureTexts {
  readonly title: ReactNode;
  /** Sentences below the title, in this order. */
  readonly body: readonly ReactNode[];
  readonly action: ReactNode;
  readonly tone: 'bad' | 'warn' | 'info';
}

/** Looks up the texts of a failure. */
export const textsOf = (failure: Failure, { words: table, refused, unknown, next }: FailureContext): FailureTexts => {
  const { reason, isUnknown } = failure;
  const words = (Object.hasOwn(table, reason) && table[reason]) || table[isUnknown ? 'NO_ANSWER' : 'OTHER'];
  const render = (text: Text | null | undefined): ReactNode => (typeof text === 'function' ? text(failure) : text);
  const isOpen = isUnknown && unknown !== undefined && words.effect === undefined;
  const effect = isOpen ? unknown : words.effect === undefined ? refused : render(words.effect);
  return {
    title: render(words.title),
    body: [render(words.reason), effect, next ?? (isOpen ? null : render(words.next))].filter(Boolean),
    action: words.action,
    tone: words.tone ?? 'bad',
  };
};

/** Sentences with a space between them. */
export const Sentences = ({ of }: { of: readonly ReactNode[] }) =>
  of.map((sentence, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of a failure keep their order
    <Fragment key={index}>
      {index > 0 && ' '}
      {sentence}
    </Fragment>
  ));

/** Texts of a failure in one line, for a field or a row. */
export const FailureText = ({ of, context }: { of: Failure; context: FailureContext }) => {
  const { title, body } = textsOf(of, context);
  return <Sentences of={[title, ...body]} />;
};
