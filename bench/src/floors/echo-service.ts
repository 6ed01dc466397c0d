import {
  Client,
  credentials,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  type UntypedHandleCall,
} from '@grpc/grpc-js';

const path = '/bench.Echo/Echo';
const asIs = (bytes: Buffer) => bytes;
const definition: ServiceDefinition = {
  echo: {
    path,
    requestStream: false,
    responseStream: false,
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  },
};

export type Echo = (bytes: Buffer) => Promise<Buffer>;

/** A gRPC server with one call and no codec: what a hop costs when nothing is done in it. */
export async function serveEcho(port: number, echo: Echo) {
  const server = new Server();
  const handler: UntypedHandleCall = (
    call: { request: Buffer },
    answer: (error: Error | null, bytes?: Buffer) => void,
  ) => {
    echo(call.request).then((bytes) => answer(null, bytes), answer);
  };
  server.addService(definition, { echo: handler });
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error) =>
      error ? reject(error) : resolve(),
    );
  });
  return server;
}

export function echoClient(port: number): Echo & { close: () => void } {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const echo = (bytes: Buffer) =>
    new Promise<Buffer>((resolve, reject) => {
      client.makeUnaryRequest<Buffer, Buffer>(
        path,
        asIs,
        asIs,
        bytes,
        { deadline: Date.now() + 5000 },
        (error, answer) => (error || !answer ? reject(error ?? new Error('The echo was empty.')) : resolve(answer)),
      );
    });
  return Object.assign(echo, { close: () => client.close() });
}
