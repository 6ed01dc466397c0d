import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AllowanceServiceDefinition } from '@polylogue/proto';
import { AppError, CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import type { QualityConfig } from '../config.js';

const deadlineMs = 2_000;

/** Whether a user's budget leaves anything for judges. */
@Injectable()
export class AllowanceClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof AllowanceServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: QualityConfig,
  ) {
    this.#client = grpcClient(AllowanceServiceDefinition, { url: config.AI_DISPATCH_GRPC_URL, signer, deadlineMs });
  }

  /** Throws `unavailable` when ai-dispatch does not answer. */
  async isUsedUp(userId: string): Promise<boolean> {
    const callerToken = this.signer.actingFor({ userId, isApproved: true });
    try {
      return (await this.#client.getAllowance({}, { callerToken })).exhausted;
    } catch (error) {
      if (AppError.is(error) && error.kind === 'unavailable') throw error;
      // An ai-dispatch of the version before knows no budgets, and decides about each call all the same.
      return false;
    }
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}
