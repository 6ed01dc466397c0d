import type { Server } from 'node:http';
import type {
  DynamicModule,
  INestApplication,
  INestApplicationContext,
  INestMicroservice,
  NestApplicationOptions,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Registry } from 'prom-client';
import type { CallerSigner } from '../caller/caller-signer.js';
import type { CallerVerifier } from '../caller/caller-verifier.js';
import type { BaseConfig } from '../config/base-config.js';
import type { GrpcDefinition } from '../grpc/definition.js';
import { GrpcServer } from '../grpc/grpc-server.js';
import { PassOnFilter } from '../grpc/pass-on.filter.js';
import type { Logger } from '../logging/logger.js';
import { NestLogger } from '../logging/nest-logger.js';
import type { Tracing } from '../tracing/tracing.js';
import { drainHttp } from './drain-http.js';
import { keepConnections } from './keep-connections.js';
import { grpcMetrics } from './metrics.js';

/** The public HTTP endpoint of a service. */
export interface HttpEndpoint<C> {
  /** The port to listen on; 0 for any. */
  port: (config: C) => number;
  /** Middleware, filters, pipes: before the application starts. No body is parsed unless a parser is set here. */
  configure?: (app: INestApplication, config: C) => void | Promise<void>;
}

/** Makes Nest applications: `NestFactory`, or what a test makes them with. */
export interface NestMaker {
  create(module: DynamicModule, options: NestApplicationOptions): Promise<INestApplication>;
  createMicroservice(
    module: DynamicModule,
    options: NestApplicationOptions & { strategy: GrpcServer },
  ): Promise<INestMicroservice>;
  createApplicationContext(module: DynamicModule, options: NestApplicationOptions): Promise<INestApplicationContext>;
}

interface ServerOptions<C> {
  nest?: NestMaker | undefined;
  base: Pick<BaseConfig, 'HOST'> & Partial<Pick<BaseConfig, 'GRPC_URL'>>;
  definitions: readonly GrpcDefinition[];
  verifier: CallerVerifier;
  signer: CallerSigner;
  http: HttpEndpoint<C> | undefined;
  config: C;
  logger: Logger;
  metrics: Registry;
  tracing: Tracing;
  isServing: () => boolean;
  isLocal: boolean;
}

/** A Nest application with its servers made, and closed until `listen()`. */
export interface Servers {
  app: INestApplicationContext;
  listen(): Promise<void>;
  /** Takes nothing new and waits for calls in flight. */
  drain(seconds: number): Promise<void>;
  grpcUrl(): string | undefined;
  httpUrl(): string | undefined;
}

/** Makes the gRPC server, the HTTP server, or both. */
export async function createServers<C>(module: DynamicModule, options: ServerOptions<C>): Promise<Servers> {
  const server = options.definitions.length > 0 ? createServer(options) : undefined;
  const nest: NestMaker = options.nest ?? NestFactory;
  const settings = { logger: new NestLogger(options.logger), abortOnError: false };
  const drainGrpc = async (seconds: number) => server?.drain(seconds);
  const grpcUrl = () => server?.address;
  if (!options.http) {
    const app = server && (await nest.createMicroservice(module, { ...settings, strategy: server }));
    app?.useGlobalFilters(new PassOnFilter());
    const context = app ?? (await nest.createApplicationContext(module, settings));
    const listen = async () => void (await (app?.listen() ?? context.init()));
    return { app: context, listen, drain: drainGrpc, grpcUrl, httpUrl: () => undefined };
  }
  const { port, configure } = options.http;
  const app = await nest.create(module, { ...settings, bodyParser: false });
  if (server) {
    const inside = app.connectMicroservice({ strategy: server });
    inside.useGlobalFilters(new PassOnFilter());
  }
  keepConnections(app.getHttpServer() as Server);
  await configure?.(app, options.config);
  let address: string | undefined;
  const listen = async () => {
    if (server) await app.startAllMicroservices();
    await app.listen(port(options.config), options.base.HOST);
    address = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  };
  const drain = async (seconds: number) => {
    await Promise.all([drainGrpc(seconds), drainHttp(app.getHttpServer() as Server, seconds)]);
  };
  return { app, listen, drain, grpcUrl, httpUrl: () => address };
}

function createServer<C>({ base, definitions, verifier, signer, logger, metrics, ...options }: ServerOptions<C>) {
  if (!base.GRPC_URL) throw new Error('A service with gRPC definitions needs its <SLICE>_GRPC_URL.');
  return new GrpcServer({
    url: base.GRPC_URL,
    host: base.HOST,
    definitions,
    verifier,
    signer,
    isServing: options.isServing,
    isLocal: options.isLocal,
    tracing: options.tracing,
    onCallEnd: grpcMetrics(metrics),
    onUnexpected: (error, rpc) => logger.error({ err: error, rpc }, 'a call failed unexpectedly'),
    onRefused: sayNowAndThen((cause, rpc) =>
      logger.warn({ cause, rpc }, 'a call was refused: its token is not believed'),
    ),
  });
}

const sayEveryMs = 10_000;

/** A clock that is wrong makes every call fail; one line says it. */
function sayNowAndThen<Args extends unknown[]>(say: (...args: Args) => void): (...args: Args) => void {
  let nextAt = 0;
  return (...args) => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + sayEveryMs;
    say(...args);
  };
}
