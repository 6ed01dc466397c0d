import { grpcClient, type GrpcClient, type GrpcDefinition } from '@polylogue/service-kit';
import { testSigner } from './test-keys.js';

/** A client of a slice under test, that speaks as the gateway. It waits longer than the gateway would: a loaded machine is slow, not wrong. */
export const clientOf = <D extends GrpcDefinition>(definition: D, url: string, slice: string): GrpcClient<D> =>
  grpcClient(definition, { url, slice, signer: testSigner(), deadlineMs: 30_000 });
