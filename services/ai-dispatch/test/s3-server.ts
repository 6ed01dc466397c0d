import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepConnections } from '@polylogue/service-kit';

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** What S3 itself would compute for this request (Signature Version 4). */
function signatureOf(request: IncomingMessage, secret: string, names: string[], scope: string, date: string): string {
  const headers = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('');
  const payload = String(request.headers['x-amz-content-sha256']);
  const canonical = [request.method, request.url, '', headers, names.join(';'), payload].join('\n');
  const [day, region, service] = scope.split('/') as [string, string, string];
  const key = sign(sign(sign(sign(`AWS4${secret}`, day), region), service), 'aws4_request');
  return sign(key, ['AWS4-HMAC-SHA256', date, scope, hash(canonical)].join('\n')).toString('hex');
}

/** A bucket that takes only what is signed right, and can be made to fail. */
export async function startS3Server({ bucket, keyId, secret }: { bucket: string; keyId: string; secret: string }) {
  const objects = new Map<string, { bytes: Buffer; type: string }>();
  const refusals: string[] = [];
  const failures: number[] = [];
  const server = keepConnections(createServer());
  server.on('request', (request: IncomingMessage, answer: ServerResponse) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const authorization = request.headers.authorization ?? '';
      const [, id, scope = '', names = '', signature] =
        /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(authorization) ??
        [];
      const date = String(request.headers['x-amz-date']);
      const isRight = id === keyId && signature === signatureOf(request, secret, names.split(';'), scope, date);
      const key = (request.url ?? '').replace(`/${bucket}/`, '');
      const failure = failures.shift();
      if (!isRight || !scope.endsWith('/s3/aws4_request')) {
        refusals.push(`${request.method} ${request.url}`);
        return answer.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
      }
      if (failure !== undefined) return answer.writeHead(failure).end(`<Error>${authorization}</Error>`);
      if (request.method === 'PUT') {
        objects.set(key, { bytes: Buffer.concat(chunks), type: String(request.headers['content-type']) });
        return answer.end();
      }
      if (request.method === 'DELETE') return answer.writeHead(objects.delete(key) ? 204 : 404).end();
      const found = objects.get(key);
      if (!found) return answer.writeHead(404).end();
      const [, from, until] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      return answer.writeHead(206).end(found.bytes.subarray(Number(from), Number(until) + 1));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${bucket}`,
    objects,
    refusals,
    /** The next answers, by status. */
    failures,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type S3Server = Awaited<ReturnType<typeof startS3Server>>;
