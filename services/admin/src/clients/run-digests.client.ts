import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { RunDigestsServiceDefinition, type RunDigest } from '@polylogue/proto';
import { AppError, CallerSigner, CONFIG, grpcClient, isUnknownCall, type GrpcClient } from '@polylogue/service-kit';
import type { AdminConfig } from '../config.js';

/** A connection of the database is held meanwhile. */
const deadlineMs = 2_000;

/** What the scheduler says of a run. */
@Injectable()
export class RunDigestsClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof RunDigestsServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: AdminConfig,
  ) {
    this.#client = grpcClient(RunDigestsServiceDefinition, { url: config.SCHEDULER_GRPC_URL, signer, deadlineMs });
  }

  /** Undefined when the user has no such run, or no longer. */
  async find(userId: string, executionId: number): Promise<RunDigest | undefined> {
    try {
      return await this.#client.getRunDigest({ executionId, userId }, { callerToken: this.signer.asService() });
    } catch (error) {
      if (AppError.is(error) && error.kind === 'not_found') return undefined;
      // A scheduler of the version before: the event waits for the next one.
      if (isUnknownCall(error)) throw schedulerOlder();
      throw error;
    }
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}

const schedulerOlder = () =>
  new AppError(
    'unavailable',
    'scheduler_older',
    'The scheduler service is of a version that answers no digests of runs.',
  );
