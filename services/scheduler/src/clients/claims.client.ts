import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ClaimsServiceDefinition, type ReadClaimsRequest, type ReadClaimsResponse } from '@polylogue/proto';
import { AppError, CallerSigner, CONFIG, grpcClient, type CallingKey, type GrpcClient } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';

/** For whom texts are read, and until when. */
export interface Reader {
  userId: string;
  apiKey?: CallingKey | undefined;
  signal: AbortSignal;
}

const maxTries = 4;
const backOffMs = (tries: number) => 500 * 4 ** (tries - 1);

/** Reads what answers claim, by the service that knows how. */
@Injectable()
export class ClaimsClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof ClaimsServiceDefinition>;
  readonly #deadlineMs: number;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: SchedulerConfig,
  ) {
    this.#client = grpcClient(ClaimsServiceDefinition, { url: config.QUALITY_GRPC_URL, signer });
    this.#deadlineMs = config.SCHEDULER_READING_SECONDS * 1000;
  }

  /** Undefined when the signal aborted. While quality is away it is called again for some seconds. */
  async read(request: ReadClaimsRequest, { userId, apiKey, signal }: Reader): Promise<ReadClaimsResponse | undefined> {
    const callerToken = this.signer.actingFor({ userId, isApproved: true, apiKey });
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#client.readClaims(request, { callerToken, signal, deadlineMs: this.#deadlineMs });
      } catch (error) {
        if (signal.aborted) return undefined;
        if (!isAway(error) || tries === maxTries) throw error;
        await sleep(backOffMs(tries), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  onApplicationShutdown(): void {
    this.#client.close();
  }
}

/** Whether another call may reach a quality that answers. What took too long was paid for, and would be again. */
const isAway = (error: unknown) =>
  AppError.is(error) && error.kind === 'unavailable' && !['deadline_exceeded', 'no_extractor'].includes(error.code);
