const LINE_END = 0x0a;

/** Cuts chunks of bytes into lines without their ends. A line may begin in one chunk and end in another. */
export class LineSplitter {
  #begun: Buffer[] = [];

  push(chunk: Buffer): Buffer[] {
    const lines: Buffer[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
      const part = chunk.subarray(from, end);
      lines.push(this.#begun.length === 0 ? part : Buffer.concat([...this.#begun, part]));
      this.#begun = [];
      from = end + 1;
    }
    if (from < chunk.length) this.#begun.push(chunk.subarray(from));
    return lines;
  }

  /** True if the last line has no end. */
  get isInLine(): boolean {
    return this.#begun.length > 0;
  }
}
