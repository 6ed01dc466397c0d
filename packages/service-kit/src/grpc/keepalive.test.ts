import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, credentials, Server, ServerCredentials, status, type ServerWritableStream } from '@grpc/grpc-js';
import { afterEach, expect, it } from '@jest/globals';
import { keepaliveOptions } from './keepalive.js';

const everyMs = 20;
const path = '/test.Replies/Stream';
const asIs = (bytes: Buffer) => bytes;
let server: Server;
let client: Client;

afterEach(() => {
  client.close();
  server.forceShutdown();
});

/** A server whose calls write one word, and another when `goOn` settles; both sides ping each other all the time. */
async function start(goOn: Promise<unknown>): Promise<number> {
  server = new Server({ ...keepaliveOptions(everyMs), 'grpc.keepalive_permit_without_calls': 1 });
  const method = { path, requestStream: false, responseStream: true };
  const codecs = {
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  };
  const stream = async (call: ServerWritableStream<Buffer, Buffer>) => {
    call.write(Buffer.from('begun'));
    await goOn;
    call.write(Buffer.from('ended'));
    call.end();
  };
  server.addService(
    { stream: { ...method, ...codecs } },
    { stream: (call: ServerWritableStream<Buffer, Buffer>) => void stream(call) },
  );
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return port;
}

function streamFrom(port: number, options = keepaliveOptions(everyMs)): AsyncIterable<Buffer> {
  client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), options);
  return client.makeServerStreamRequest(path, asIs, asIs, Buffer.alloc(0));
}

/** A way to a port on which, once cut, nothing comes through any more, not even the end of a connection. */
async function wireTo(port: number) {
  const sockets: Socket[] = [];
  const wire = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    sockets.push(near, far);
    near.pipe(far).pipe(near);
    for (const each of [near, far]) each.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve));
  const cut = () => sockets.forEach((each) => each.unpipe().pause());
  const close = () => {
    for (const each of sockets) each.destroy();
    wire.close();
  };
  return { port: (wire.address() as AddressInfo).port, cut, close };
}

it('a call in flight outlives many pings while its server drains', async () => {
  const received: string[] = [];
  let drained: Promise<void> | undefined;
  // Ten pings of each side fall into the time after GOAWAY.
  const port = await start(sleep(15 * everyMs));
  for await (const word of streamFrom(port)) {
    received.push(word.toString());
    drained ??= new Promise((resolve) => server.tryShutdown(() => resolve()));
  }
  expect(received).toEqual(['begun', 'ended']);
  await drained;
});

it('a server that vanished ends the call', async () => {
  const wire = await wireTo(await start(new Promise(() => undefined)));
  const read = async () => {
    const options = { ...keepaliveOptions(everyMs), 'grpc.keepalive_timeout_ms': 5 * everyMs };
    for await (const _word of streamFrom(wire.port, options)) wire.cut();
  };
  await expect(read()).rejects.toMatchObject({ code: status.UNAVAILABLE });
  wire.close();
});
