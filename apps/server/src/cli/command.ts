import type { OperatorRefusal } from '@foyer/domain/billing/operator-decision';
import type { OperatorCommands } from '../compose/operator-commands.ts';
import type { OptionSpecs, Values } from './read-arguments.ts';

/** What a command prints, line by line. */
export type Lines = readonly string[];

/** Why a command was refused, in words for the person who typed it. */
export type Refusals = Readonly<Record<OperatorRefusal, string>>;

export interface Command {
  readonly summary: string;
  readonly options: OptionSpecs;
  /** Where the words that all commands share would say something else than what happened. */
  readonly refusals?: Partial<Refusals>;
  readonly run: (operator: OperatorCommands, values: Values) => Promise<Lines>;
}
