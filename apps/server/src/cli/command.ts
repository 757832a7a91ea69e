import type { OperatorRefusal } from '@foyer/domain/operator-refusal';
import type { OperatorCommands } from '../compose/operator-commands.ts';
import type { OptionSpecs, Values } from './read-arguments.ts';

/** Output of a command, one entry per line. */
export type Lines = readonly string[];

/** Message for each refusal of a command. */
export type Refusals = Readonly<Record<OperatorRefusal, string>>;

export interface Command {
  readonly summary: string;
  readonly options: OptionSpecs;
  /** Messages that replace the common ones where those would be wrong. */
  readonly refusals?: Partial<Refusals>;
  readonly run: (operator: OperatorCommands, values: Values) => Promise<Lines>;
}
