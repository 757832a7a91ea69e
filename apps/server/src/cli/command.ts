import type { Operator } from '../compose/operator.ts';
import type { OptionSpecs, Values } from './read-arguments.ts';

/** What a command prints, line by line. */
export type Lines = readonly string[];

export interface Command {
  readonly summary: string;
  readonly options: OptionSpecs;
  readonly run: (operator: Operator, values: Values) => Promise<Lines>;
}
