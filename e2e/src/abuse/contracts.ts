import { execFile } from 'node:child_process';
import { createPrivateKey, sign } from 'node:crypto';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createFileRegistry, fromJson, type DescMethod, type DescService, type FileRegistry } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { Client, credentials, Metadata, status, type ServiceError } from '@grpc/grpc-js';

const root = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** The services and messages of `proto/` as they stand, not as they were released. */
export async function readContracts(): Promise<FileRegistry> {
  const args = ['build', '--exclude-source-info', '-o', '-#format=json'];
  const { stdout } = await run(join(root, 'node_modules/.bin/buf'), args, {
    cwd: join(root, 'proto'),
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000,
  });
  return createFileRegistry(fromJson(FileDescriptorSetSchema, JSON.parse(stdout), { ignoreUnknownFields: true }));
}

/** A server that answers rpcs, and what a slice signs with. */
export interface Slice {
  /** As its folder is called. */
  name: string;
  grpcUrl?: string;
  signingKey: string;
}

/** The slices of a product, from what its servers were given. */
export function slicesOf(environment: NodeJS.ProcessEnv): Slice[] {
  return Object.entries(environment).flatMap(([variable, signingKey]) => {
    const prefix = /^(.+)_SIGNING_KEY$/.exec(variable)?.[1];
    if (prefix === undefined || signingKey === undefined) return [];
    const name = prefix.toLowerCase().replaceAll('_', '-');
    return [{ name, signingKey, ...(name === 'gateway' ? {} : { grpcUrl: environment[`${prefix}_GRPC_URL`] }) }];
  });
}

/** An rpc of one server. */
export interface Rpc {
  slice: Slice & { grpcUrl: string };
  service: DescService;
  method: DescMethod;
}

/** Each rpc of each server; the service of operations is on all of them. */
export function rpcsOf(contracts: FileRegistry, slices: readonly Slice[]): Rpc[] {
  const services = [...contracts].filter((each): each is DescService => each.kind === 'service');
  return slices.flatMap((slice) => {
    const { grpcUrl } = slice;
    if (grpcUrl === undefined) return [];
    const answered = services.filter(({ typeName }) => {
      const [owner = ''] = typeName.split('.');
      return owner === 'operations' || owner.replaceAll('_', '-') === slice.name;
    });
    return answered.flatMap((service) =>
      service.methods.map((method) => ({ slice: { ...slice, grpcUrl }, service, method })),
    );
  });
}

/** What a token says (decision 0022); signed here, as one who took a key would. */
export interface Claims {
  issuer: string;
  audience?: string;
  expiresAt: number;
  user?: { userId: string; role: 'admin' | 'user'; isApproved: boolean; onBehalfOf: boolean; isPresent?: boolean };
}

/** `key`: Ed25519, PKCS8, base64. */
export function signClaims(claims: Claims, key: string): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
  const secret = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
  return `${body}.${sign(null, Buffer.from(body), secret).toString('base64url')}`;
}

/** How an rpc was answered. */
export interface RpcAnswer {
  /** `OK`, also for a stream that goes on; otherwise the name of the status. */
  code: string;
  details: string;
  /** Whether a service says so, not the transport. */
  isSaid: boolean;
  /** What came, together. */
  bytes: Buffer;
}

const pass = (bytes: Buffer) => bytes;
/** How much of a stream is read, and how long unless said otherwise. */
const maxMessages = 50;
const usualStreamMs = 1_000;
const deadlineMs = 30_000;

/** Calls rpcs with bytes, as no client of ours does. */
export class RawCaller {
  readonly #clients = new Map<string, Client>();
  readonly #streamMs: number;

  /** `streamMs`: how long a stream is read that does not end by itself. */
  constructor({ streamMs = usualStreamMs }: { streamMs?: number } = {}) {
    this.#streamMs = streamMs;
  }

  call({ slice, service, method }: Rpc, token: string | undefined, request: Buffer): Promise<RpcAnswer> {
    const metadata = new Metadata();
    if (token !== undefined) metadata.set('x-caller-token', token);
    const path = `/${service.typeName}/${method.name}`;
    const client = this.#clientOf(slice.grpcUrl);
    const options = { deadline: Date.now() + deadlineMs };
    if (method.methodKind === 'server_streaming')
      return readSome(client.makeServerStreamRequest(path, pass, pass, request, metadata, options), this.#streamMs);
    return new Promise((resolve) =>
      client.makeUnaryRequest(path, pass, pass, request, metadata, options, (failure, answer) =>
        resolve(failure ? failed(failure) : { ...ok, bytes: answer ?? Buffer.alloc(0) }),
      ),
    );
  }

  async close(): Promise<void> {
    for (const client of this.#clients.values()) client.close();
    await Promise.resolve();
  }

  #clientOf(url: string): Client {
    const known = this.#clients.get(url) ?? new Client(url, credentials.createInsecure());
    this.#clients.set(url, known);
    return known;
  }
}

const ok = { code: 'OK', details: '', isSaid: true };
const failed = ({ code, details, metadata }: ServiceError): RpcAnswer => ({
  code: status[code],
  details,
  isSaid: metadata.get('kind').length > 0,
  bytes: Buffer.alloc(0),
});

function readSome(stream: ReturnType<Client['makeServerStreamRequest']>, streamMs: number): Promise<RpcAnswer> {
  const parts: Buffer[] = [];
  return new Promise((resolve) => {
    const end = (answer: Omit<RpcAnswer, 'bytes'>) => {
      clearTimeout(timer);
      resolve({ ...answer, bytes: Buffer.concat(parts) });
    };
    const leave = () => {
      end(ok);
      stream.cancel();
    };
    const timer = setTimeout(leave, streamMs);
    stream.on('data', (part: Buffer) => {
      if (parts.push(part) >= maxMessages) leave();
    });
    stream.on('end', () => end(ok));
    stream.on('error', (failure: ServiceError) => end(failed(failure)));
  });
}
