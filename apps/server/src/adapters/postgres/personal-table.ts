/**
 * What is kept about a person, table by table: one list that closing an account, the customer's export, the written
 * keep-list (docs/personal-data.md) and their tests all read (SC-10, BY-02, INV-27). A table or a column of text that
 * stands nowhere here fails the test of this list, so nothing new can be forgotten when somebody leaves.
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
