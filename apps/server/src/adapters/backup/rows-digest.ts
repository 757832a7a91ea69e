import { hash } from 'node:crypto';

const LANES = 8;

/**
 * Count and digest of the rows of a table. The digest does not depend on their order, which no database promises: the SHA-256
 * values of the rows are added, each 32 bits modulo 2^32.
 */
export class RowsDigest {
  rows = 0;
  readonly #lanes = new Uint32Array(LANES);

  /** @param row a line of COPY's text format, without its end */
  add(row: Buffer): void {
    const value = hash('sha256', row, 'buffer');
    for (let lane = 0; lane < LANES; lane += 1)
      this.#lanes[lane] = (this.#lanes[lane] as number) + value.readUInt32BE(lane * 4);
    this.rows += 1;
  }

  get digest(): string {
    return Array.from(this.#lanes, (lane) => lane.toString(16).padStart(8, '0')).join('');
  }
}
