import { UsersServiceDefinition } from '@polylogue/proto';
import type { CallerSigner } from '../caller/caller-signer.js';
import { AppError } from '../errors/app-error.js';
import { grpcClient, type GrpcClient } from '../grpc/grpc-client.js';

const deadlineMs = 2_000;

/** Checks with admin whether a user is erased. An event alone erases no user: every client of NATS could publish one. */
export class ErasedUsers {
  readonly #client: GrpcClient<typeof UsersServiceDefinition>;

  constructor(
    adminUrl: string,
    private readonly signer: CallerSigner,
  ) {
    this.#client = grpcClient(UsersServiceDefinition, { url: adminUrl, signer, deadlineMs });
  }

  /** Throws `unavailable` unless admin says yes or no: the event comes again until it does. */
  async has(userId: string): Promise<boolean> {
    try {
      await this.#client.getAccess({ userId }, { callerToken: this.signer.asService() });
      return false;
    } catch (error) {
      if (AppError.is(error) && error.kind === 'not_found') return true;
      // Also an admin of an older version, which does not have the rpc: it is upgraded in the end.
      throw new AppError('unavailable', 'erasure_unconfirmed', 'Admin could not say whether the user is erased.', {
        cause: error,
      });
    }
  }

  close(): void {
    this.#client.close();
  }
}
