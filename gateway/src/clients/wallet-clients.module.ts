import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { AllowanceServiceDefinition, UsageServiceDefinition } from '@polylogue/proto';
import { AllowanceClient } from './allowance.client.js';
import { provideClient } from './clients.module.js';
import { UsageClient } from './usage.client.js';

const clients = [
  provideClient(AllowanceClient, AllowanceServiceDefinition, (config) => config.AI_DISPATCH_GRPC_URL),
  provideClient(UsageClient, UsageServiceDefinition, (config) => config.AI_DISPATCH_GRPC_URL),
];

/** The clients of what may be spent, and of what was. */
@Global()
@Module({ providers: clients, exports: clients.map(({ provide }) => provide) })
export class WalletClientsModule implements OnApplicationShutdown {
  constructor(
    @Inject(AllowanceClient) private readonly allowance: AllowanceClient,
    @Inject(UsageClient) private readonly usage: UsageClient,
  ) {}

  onApplicationShutdown(): void {
    this.allowance.close();
    this.usage.close();
  }
}
