/**
 * A reason why Foyer does not start, with the step that removes it. The CLI prints the message without a stack trace.
 */
export class CannotStart extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CannotStart';
  }
}

/**
 * A start that fails again until an administrator changes a setting, a file that it names, or the release. An unreachable
 * database is a `CannotStart`, because a later start may succeed.
 */
export class WrongSettings extends CannotStart {
  constructor(message: string) {
    super(message);
    this.name = 'WrongSettings';
  }
}
