/**
 * A reason why Foyer does not start, with the step that removes it. The CLI prints the message without a stack trace.
 */
export class CannotStart extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CannotStart';
  }
}
