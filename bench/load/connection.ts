import { connect } from 'node:net';

/** The body of a whole answer at the start of `text`; null while some of it is missing. */
const bodyOf = (text: string): string | null => {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  if (!text.startsWith('HTTP/1.1 200')) throw new Error(`unexpected answer: ${text.slice(0, 600)}`);
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  if (length === undefined) throw new Error('an answer without content-length');
  const body = text.slice(headEnd + 4);
  return body.length < Number(length) ? null : body;
};

export interface Client {
  /** The next request as it goes over the wire; null ends the connection. */
  next(): string | null;
  answered(body: string, ms: number): void;
}

/**
 * One keep-alive connection with one request at a time. It speaks just as much HTTP as both servers answer with, so
 * that the load takes little of the machine from them; the text is Latin-1, so a character is a byte.
 */
export const drive = (port: number, client: Client): Promise<void> =>
  new Promise((done, failed) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let received = '';
    let sentAt = 0;
    const send = (): void => {
      const request = client.next();
      if (request === null) {
        socket.end();
        done();
        return;
      }
      sentAt = performance.now();
      socket.write(request, 'latin1');
    };
    socket.setEncoding('latin1');
    socket.on('connect', send);
    socket.on('error', failed);
    socket.on('close', () => failed(new Error('the server closed a connection')));
    socket.on('data', (chunk: string) => {
      received += chunk;
      try {
        const body = bodyOf(received);
        if (body === null) return;
        received = '';
        client.answered(body, performance.now() - sentAt);
        send();
      } catch (error) {
        socket.destroy();
        failed(error);
      }
    });
  });
