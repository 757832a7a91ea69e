/**
 * Foyer does not start, and the person who starts it can put that right. The message says what is wrong and what to do;
 * nobody has to read a stack.
 */
export class CannotStart extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CannotStart';
  }
}
