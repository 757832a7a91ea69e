/**
 * Personal data of one table. Account closing, the data export, docs/personal-data.md and their tests read the same
 * list (SC-10, BY-02, INV-27). A table or text column that is missing from it fails a test, so that no new data
 * survives a closing.
 */
export interface PersonalTable {
  /** The person's rows; `$user` and `$account` stand for the two ids, and only one of them appears. */
  readonly rows: string;
  /** `delete`: the rows go. `keep`: they stay as they are. Otherwise they stay with these columns overwritten. */
  readonly atClosing: 'delete' | 'keep' | Readonly<Record<string, string>>;
  /** Columns that say something about the person, or would identify one. */
  readonly personal: readonly string[];
  /** Columns of text that do not: ids, words of a fixed list, texts of the vendor. */
  readonly impersonal: readonly string[];
  readonly why: string;
  /** Left out of the export: what only the system may know, or what has its own place in it. */
  readonly notExported?: readonly string[];
}
