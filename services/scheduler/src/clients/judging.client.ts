import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AssessmentsServiceDefinition, RubricsServiceDefinition, type BroadcastScores } from '@polylogue/proto';
import { AppError, CallerSigner, CONFIG, grpcClient, type GrpcClient } from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';

const deadlineMs = 10_000;
const scoresDeadlineMs = 5_000;
const rubricsDeadlineMs = 5_000;
/** What names the built-in rubric where a rubric is chosen. */
const builtInRubric = 'built-in';

/** Has rounds judged, by the service that judges, and reads how they were. */
@Injectable()
export class JudgingClient implements OnApplicationShutdown {
  readonly #client: GrpcClient<typeof AssessmentsServiceDefinition>;
  readonly #rubrics: GrpcClient<typeof RubricsServiceDefinition>;

  constructor(
    private readonly signer: CallerSigner,
    @Inject(CONFIG) config: SchedulerConfig,
  ) {
    const url = config.QUALITY_GRPC_URL;
    this.#client = grpcClient(AssessmentsServiceDefinition, { url, signer, deadlineMs });
    this.#rubrics = grpcClient(RubricsServiceDefinition, { url, signer, deadlineMs: rubricsDeadlineMs });
  }

  /**
   * As if its owner asked for it: what is judged already is not judged again. Answers whether it is judged by the rubric that
   * was chosen; without one, or where it is gone, by the default of the installation.
   */
  async request(userId: string, broadcastId: string, rubricId: string | null): Promise<{ isRubricGone: boolean }> {
    const callerToken = this.signer.actingFor({ userId, isApproved: true });
    try {
      await this.#client.runJudging({ broadcastId, rubricId: rubricId ?? undefined }, { callerToken });
      return { isRubricGone: false };
    } catch (error) {
      if (rubricId === null || !isRubricGone(error)) throw error;
      await this.#client.runJudging({ broadcastId }, { callerToken });
      return { isRubricGone: true };
    }
  }

  /** Whether a user may have replies judged by this rubric now. */
  async mayJudgeBy(userId: string, rubricId: string): Promise<boolean> {
    if (rubricId === builtInRubric) return true;
    const callerToken = this.signer.actingFor({ userId, isApproved: true });
    const { rubrics } = await this.#rubrics.listRubrics({}, { callerToken });
    return rubrics.some(({ id }) => id === rubricId);
  }

  /** How the answers of runs that were kept were judged. */
  async scoresOf(userId: string, broadcastIds: readonly string[], signal: AbortSignal): Promise<BroadcastScores[]> {
    const callerToken = this.signer.actingFor({ userId, isApproved: true });
    const options = { callerToken, signal, deadlineMs: scoresDeadlineMs };
    return (await this.#client.getBroadcastScores({ broadcastIds: [...broadcastIds] }, options)).broadcasts;
  }

  onApplicationShutdown(): void {
    this.#client.close();
    this.#rubrics.close();
  }
}

const isRubricGone = (error: unknown) => AppError.is(error) && error.code === 'rubric_not_found';
