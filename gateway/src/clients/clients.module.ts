import { Global, Inject, Module, type FactoryProvider, type OnApplicationShutdown } from '@nestjs/common';
import * as proto from '@polylogue/proto';
import { CallerSigner, CONFIG, grpcClient } from '@polylogue/service-kit';
import type { GatewayConfig } from '../config.js';
import { addresses, clients, tokenOf, type ClientName, type Upstream } from './clients.js';
import { OperationsClients } from './operations-clients.js';

// Thousands of streams stall on one connection.
const channels: Partial<Record<ClientName, number>> = { aiChat: 4, broadcasts: 4 };

const names = Object.keys(clients) as ClientName[];
const upstreams = Object.keys(addresses) as Upstream[];
const inject = [CONFIG, CallerSigner];

const clientProviders = names.map((name): FactoryProvider => {
  const [upstream, definition] = clients[name];
  return {
    provide: tokenOf(name),
    inject,
    useFactory: (config: GatewayConfig, signer: CallerSigner) =>
      grpcClient(proto[definition], { url: config[addresses[upstream]], signer, channels: channels[name] ?? 1 }),
  };
});

const operationsProvider: FactoryProvider<OperationsClients> = {
  provide: OperationsClients,
  inject,
  useFactory: (config: GatewayConfig, signer: CallerSigner) =>
    new Map(
      upstreams.map((slice) => [
        slice,
        grpcClient(proto.OperationsServiceDefinition, { url: config[addresses[slice]], signer, slice }),
      ]),
    ),
};

interface Closable {
  close(): void;
}
const allClients = Symbol('all clients');
const allProvider: FactoryProvider<Closable[]> = {
  provide: allClients,
  inject: [OperationsClients, ...names.map(tokenOf)],
  useFactory: (operations: OperationsClients, ...others: Closable[]) => [...operations.values(), ...others],
};

/** The gRPC clients of the services behind the gateway, as the table `clients.ts` lists them. */
@Global()
@Module({
  providers: [...clientProviders, operationsProvider, allProvider],
  exports: [OperationsClients, ...names.map(tokenOf)],
})
export class ClientsModule implements OnApplicationShutdown {
  constructor(@Inject(allClients) private readonly clients: readonly Closable[]) {}

  onApplicationShutdown(): void {
    for (const client of this.clients) client.close();
  }
}
