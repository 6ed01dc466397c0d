import { expect, it } from '@jest/globals';
import { Metadata, status } from '@grpc/grpc-js';
import { AppError, fromGrpcFailure, type Logger } from '@polylogue/service-kit';
import type { CatalogService } from '../ai-services/catalog.service.js';
import type { ClientOf } from '../clients/clients.js';
import { RoundSharesService } from './round-shares.service.js';

function sharing(fault: AppError) {
  const shares = { listRoundShares: () => Promise.reject(fault) };
  return new RoundSharesService(
    shares as unknown as ClientOf<'roundShares'>,
    {} as ClientOf<'votes'>,
    {} as CatalogService,
    {} as Logger,
  );
}

it('lists no shares where conversation does not know the call yet', async () => {
  const failure = { code: status.UNIMPLEMENTED, details: '', metadata: new Metadata() };
  const older = fromGrpcFailure(Object.assign(new Error(), failure), 'conversation');
  expect(await sharing(older).list()).toEqual([]);
});

it('hands every other fault on', async () => {
  await expect(sharing(new AppError('unavailable', 'away', 'Away.')).list()).rejects.toThrow('Away.');
});
