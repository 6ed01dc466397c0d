import { Inject, Injectable } from '@nestjs/common';
import { contractLimits, type CallEstimate, type PlannedCall as ProtoCall } from '@polylogue/proto';
import { CONFIG, LOGGER, RecentAnswers, type Caller, type Logger } from '@polylogue/service-kit';
import type { AiServiceEntry } from '../catalog/ai-service.entity.js';
import { CatalogService } from '../catalog/catalog.service.js';
import type { AiDispatchConfig } from '../config.js';
import { PricesService } from '../prices/prices.service.js';
import {
  estimateCost,
  habitsOf,
  isTask,
  maySearch,
  withAnswerSettings,
  withPictures,
  type CostRange,
  type Habits,
  type PlannedCall,
} from './estimate.rules.js';
import { seesPictures } from '../providers/sees.rules.js';
import { toEstimate } from './estimates.mapper.js';
import { badEstimate } from './estimates.errors.js';
import { RecentCallsRepository, type CallKind } from './recent-calls.repository.js';

/** A message more or less changes little; a page that asks at every pause must not query each time. */
const habitsLastMs = 10_000;

/** What calls would cost and how long they would take. */
@Injectable()
export class EstimatesService {
  readonly #habits = new RecentAnswers<Habits>({ lastsMs: habitsLastMs }, Date);

  constructor(
    private readonly catalog: CatalogService,
    private readonly prices: PricesService,
    private readonly recent: RecentCallsRepository,
    @Inject(CONFIG) private readonly config: AiDispatchConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Before anything is sent; nothing is called and nothing is spent. */
  async estimate(caller: Caller, calls: readonly ProtoCall[]): Promise<CallEstimate[]> {
    caller.mustBeApproved();
    if (calls.length > contractLimits.targets) throw badEstimate();
    if (calls.some(isNegative)) throw badEstimate();
    if (calls.some(({ task }) => task !== undefined && !isTask(task))) throw badEstimate();
    const entries = calls.map(({ aiService }) => this.catalog.get(aiService));
    return Promise.all(
      calls.map(async (call, index) => {
        const entry = entries[index]!;
        const hasSchema = call.hasSchema ?? false;
        const habits = await this.#habitsOf({ ...kindOf(entry), hasSchema, task: call.task });
        const planned = toPlanned(call, entry);
        const cost = this.#costOf(entry, habits, planned);
        return {
          ...toEstimate(entry, habits, cost, planned.maxOutputTokens),
          maySearch: maySearch(call, entry) || undefined,
        };
      }),
    );
  }

  /** Of a call that is being made: undefined where its price is not known. It never keeps a call waiting or from ending. */
  costOf(
    entry: AiServiceEntry,
    call: PlannedCall,
    kind: Omit<CallKind, 'name' | 'model'> = { hasSchema: false },
  ): Promise<CostRange | undefined> | undefined {
    return this.prices.priceOf(entry) && this.#costOfCall(entry, call, kind);
  }

  async #costOfCall(
    entry: AiServiceEntry,
    call: PlannedCall,
    { hasSchema, task }: Omit<CallKind, 'name' | 'model'>,
  ): Promise<CostRange | undefined> {
    try {
      return this.#costOf(entry, await this.#habitsOf({ ...kindOf(entry), hasSchema, task }), call);
    } catch (error) {
      this.logger.warn({ err: error, aiService: entry.name }, 'estimating a call failed');
      return undefined;
    }
  }

  #costOf(entry: AiServiceEntry, habits: Habits, call: PlannedCall): CostRange | undefined {
    const price = this.prices.priceOf(entry);
    return price && estimateCost(price, habits, call);
  }

  /** Another model is another service: it has habits of its own. */
  #habitsOf(kind: CallKind): Promise<Habits> {
    return this.#habits.get(JSON.stringify(kind), async () =>
      habitsOf(await this.recent.find(kind), this.config.AI_DISPATCH_EXPECTED_OUTPUT_TOKENS),
    );
  }
}

const isNegative = ({ bytes, fileBytes, pictures = 0, filePictures = 0 }: ProtoCall) =>
  Math.min(bytes, fileBytes, pictures, filePictures) < 0;

/** With what administrators set for the service, and with the pictures where it sees. */
const toPlanned = (call: ProtoCall, entry: AiServiceEntry): PlannedCall =>
  withAnswerSettings(seesPictures(entry) ? withPictures(call, call) : call, entry);

const kindOf = ({ name, model }: AiServiceEntry) => ({ name, model });
