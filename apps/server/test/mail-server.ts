import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Delivery {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly mail: Email;
}

/** A real SMTP server that keeps what it is given. */
export interface MailServer {
  readonly port: number;
  readonly url: string;
  readonly delivered: Delivery[];
  /** Addresses it refuses, with its answer. */
  readonly refused: Map<string, { readonly code: number; readonly text: string }>;
  stop(): Promise<void>;
}

export const startMailServer = async (port = 0, { startTls = false } = {}): Promise<MailServer> => {
  const delivered: Delivery[] = [];
  const refused = new Map<string, { readonly code: number; readonly text: string }>();
  const server = new SMTPServer({
    disabledCommands: startTls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const answer = refused.get(address);
      if (!answer) return done();
      done(Object.assign(new Error(answer.text), { responseCode: answer.code }));
    },
    onData: (stream, { envelope }, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts).toString('utf8');
        PostalMime.parse(raw).then((mail) => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          delivered.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw, mail });
          done();
        }, done);
      });
    },
  });
  server.on('error', () => {}); // a client that goes away in the middle
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.server.address() as AddressInfo;
  return {
    port: taken,
    url: `smtp://127.0.0.1:${taken}`,
    delivered,
    refused,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
