import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What came to a {@link PostReceiver}. */
export interface ReceivedPost {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server of HTTP that keeps what is posted to it. */
export interface PostReceiver {
  url: string;
  posts: ReceivedPost[];
  /** How the next posts are answered; 200 when absent. */
  answer: ((post: ReceivedPost, response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

/** A receiver of webhooks, as a real server of HTTP. */
export async function startPostReceiver(): Promise<PostReceiver> {
  const receiver: Omit<PostReceiver, 'url' | 'close'> = { posts: [], answer: undefined };
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const post = { path: request.url ?? '', headers: request.headers, body };
      receiver.posts.push(post);
      if (receiver.answer) receiver.answer(post, response);
      else response.end('ok');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return Object.assign(receiver, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close });
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** What came to a {@link MailServer}. */
export interface ReceivedMail {
  to: string[];
  /** As it came over the wire. */
  raw: string;
  header(name: string): string | undefined;
  /** Both forms, decoded. */
  text: string;
  html: string;
}

/** A server of SMTP that keeps what it is handed. */
export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  /** An SMTP error for a receiver; none when absent. */
  refuse: ((to: string) => number | undefined) | undefined;
  /** What a mail that was taken waits for before that is answered; nothing when absent. */
  answer: ((mail: ReceivedMail) => Promise<void>) | undefined;
  close(): Promise<void>;
}

/** A mail server that speaks SMTP and keeps what it is handed. */
export async function startMailServer(): Promise<MailServer> {
  // Few tests need it.
  const { SMTPServer } = await import('smtp-server');
  const kept: Omit<MailServer, 'url' | 'close'> = { mails: [], refuse: undefined, answer: undefined };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => {
      const code = kept.refuse?.(address);
      done(code === undefined ? null : Object.assign(new Error('No.'), { responseCode: code }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const mail = parseMail(Buffer.concat(chunks).toString('utf8'), to);
        kept.mails.push(mail);
        void Promise.resolve(kept.answer?.(mail)).then(() => done());
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(kept, {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  });
}

function parseMail(raw: string, to: string[]): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n');
  const unfolded = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1];
  const part = (type: string) => {
    const at = raw.indexOf(`Content-Type: ${type}`);
    const start = raw.indexOf('\r\n\r\n', at) + 4;
    const encoded = raw.slice(start, raw.indexOf('\r\n----', start));
    const head = raw.slice(at, start);
    if (/base64/i.test(head)) return Buffer.from(encoded, 'base64').toString('utf8');
    return /quoted-printable/i.test(head) ? fromQuoted(encoded) : encoded;
  };
  return { to, raw, header, text: part('text/plain'), html: part('text/html') };
}

function fromQuoted(text: string): string {
  // A percent sign stands for itself there.
  const bytes = text.replace(/=\r\n/g, '').replaceAll('%', '%25');
  return decodeURIComponent(bytes.replace(/=([0-9A-F]{2})/g, '%$1'));
}
