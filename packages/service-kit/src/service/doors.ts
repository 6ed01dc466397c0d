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
import { GrpcDoorServer } from '../grpc/grpc-door-server.js';
import { PassOnFilter } from '../grpc/pass-on.filter.js';
import type { Logger } from '../logging/logger.js';
import { NestLogger } from '../logging/nest-logger.js';
import type { Tracing } from '../tracing/tracing.js';
import { drainHttp } from './drain-http.js';
import { keepConnections } from './keep-connections.js';
import { grpcMetrics } from './metrics.js';

/** The public HTTP door of a service. */
export interface HttpDoor<C> {
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
    options: NestApplicationOptions & { strategy: GrpcDoorServer },
  ): Promise<INestMicroservice>;
  createApplicationContext(module: DynamicModule, options: NestApplicationOptions): Promise<INestApplicationContext>;
}

interface DoorOptions<C> {
  nest?: NestMaker | undefined;
  base: Pick<BaseConfig, 'HOST'> & Partial<Pick<BaseConfig, 'GRPC_URL'>>;
  definitions: readonly GrpcDefinition[];
  verifier: CallerVerifier;
  signer: CallerSigner;
  http: HttpDoor<C> | undefined;
  config: C;
  logger: Logger;
  metrics: Registry;
  tracing: Tracing;
  isServing: () => boolean;
  isLocal: boolean;
}

/** A Nest application with its doors made, and closed until `listen()`. */
export interface Doors {
  app: INestApplicationContext;
  listen(): Promise<void>;
  /** Takes nothing new and waits for calls in flight. */
  drain(seconds: number): Promise<void>;
  grpcUrl(): string | undefined;
  httpUrl(): string | undefined;
}

/** Makes the gRPC door, the HTTP door, or both. */
export async function createDoors<C>(module: DynamicModule, options: DoorOptions<C>): Promise<Doors> {
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

function createServer<C>({ base, definitions, verifier, signer, logger, metrics, ...options }: DoorOptions<C>) {
  if (!base.GRPC_URL) throw new Error('A service with gRPC definitions needs its <SLICE>_GRPC_URL.');
  return new GrpcDoorServer({
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
  });
}
