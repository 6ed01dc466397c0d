import type { FactoryProvider } from '@nestjs/common';
import { CallerSigner } from '../caller/caller-signer.js';
import { CONFIG } from '../service/tokens.js';
import { AccessClient } from './access.client.js';
import { CatalogClient } from './catalog.client.js';
import { DispatchClient, type DispatchClientOptions } from './dispatch.client.js';

/** The addresses of the services that a run calls. */
interface Addresses {
  ADMIN_GRPC_URL: string;
  AI_DISPATCH_GRPC_URL: string;
}

const inject = [CONFIG, CallerSigner];

/** The providers of AccessClient, CatalogClient and DispatchClient; `dispatch` reads a slice's own limits. */
export function clientProviders<C extends Addresses>(
  dispatch: (config: C) => Pick<DispatchClientOptions, 'deadlineMs' | 'channels'>,
): FactoryProvider[] {
  return [
    {
      provide: AccessClient,
      inject,
      useFactory: (config: C, signer: CallerSigner) => new AccessClient(config.ADMIN_GRPC_URL, signer),
    },
    {
      provide: CatalogClient,
      inject,
      useFactory: (config: C, signer: CallerSigner) => new CatalogClient(config.AI_DISPATCH_GRPC_URL, signer),
    },
    {
      provide: DispatchClient,
      inject,
      useFactory: (config: C, signer: CallerSigner) =>
        new DispatchClient({ url: config.AI_DISPATCH_GRPC_URL, signer, ...dispatch(config) }),
    },
  ];
}
