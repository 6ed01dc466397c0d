import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { OperationsServiceDefinition } from '@polylogue/proto';
import { CallerSigner, CONFIG, grpcClient } from '@polylogue/service-kit';
import type { GatewayConfig } from '../config.js';
import { OperationsClients } from './operations.client.js';

const provider = {
  provide: OperationsClients,
  inject: [CONFIG, CallerSigner],
  useFactory: (config: GatewayConfig, signer: CallerSigner): OperationsClients => {
    const client = <const S extends string>(slice: S, url: string) =>
      [slice, grpcClient(OperationsServiceDefinition, { url, signer, slice })] as const;
    return new Map([
      client('conversation', config.CONVERSATION_GRPC_URL),
      client('ai-dispatch', config.AI_DISPATCH_GRPC_URL),
      client('quality', config.QUALITY_GRPC_URL),
      client('scheduler', config.SCHEDULER_GRPC_URL),
      client('admin', config.ADMIN_GRPC_URL),
    ]);
  },
};

/** The door of every service that tells those who run it how it stands. */
@Global()
@Module({ providers: [provider], exports: [OperationsClients] })
export class OperationsClientsModule implements OnApplicationShutdown {
  constructor(@Inject(OperationsClients) private readonly clients: OperationsClients) {}

  onApplicationShutdown(): void {
    for (const client of this.clients.values()) client.close();
  }
}
