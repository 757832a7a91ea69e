import { connect } from 'node:net';

/** Body of the response in `text`; null until the response is complete. */
const bodyOf = (text: string): string | null => {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  if (!text.startsWith('HTTP/1.1 200')) throw new Error(`expected status 200, received: ${text.slice(0, 600)}`);
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  if (length === undefined) throw new Error(`response without content-length: ${text.slice(0, headEnd)}`);
  const body = text.slice(headEnd + 4);
  return body.length < Number(length) ? null : body;
};

export interface Client {
  /** Next HTTP request as text; null ends the connection. */
  next(): string | null;
  answered(body: string, ms: number): void;
}

/**
 * Sends the client's requests over one keep-alive connection, one at a time. Parses only the HTTP that the measured
 * servers send, to leave the CPU to them. Text is read as Latin-1, so that one character is one byte.
 */
export const sendRequests = (port: number, client: Client): Promise<void> =>
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
    socket.on('close', () => failed(new Error(`the server on port ${port} closed a connection`)));
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
