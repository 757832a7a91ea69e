/**
 * Personal data of one table. Account closing, the data export, docs/personal-data.md and their tests read the same
 * list (SC-10, BY-02, INV-27). A table or text column that is missing from it fails a test, so that no new data
 * survives a closing.
 */
export interface PersonalTable {
  /** Condition for the person's rows. It contains either `$user` or `$account`, which are replaced by the id. */
  readonly rows: string;
  /** `delete`: the rows are deleted. `keep`: they do not change. Otherwise these columns are overwritten. */
  readonly atClosing: 'delete' | 'keep' | Readonly<Record<string, string>>;
  /** Columns with personal data. */
  readonly personal: readonly string[];
  /** Text columns without personal data: ids, values of fixed lists, texts of the vendor. */
  readonly impersonal: readonly string[];
  readonly why: string;
  /** Columns that the export leaves out: internal values, and those with a separate place in it. */
  readonly notExported?: readonly string[];
  /** SQL expressions that replace the values of columns in the export, because the stored one would mislead a reader. */
  readonly exportedAs?: Readonly<Record<string, string>>;
}
