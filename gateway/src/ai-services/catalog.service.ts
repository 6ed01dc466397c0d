import { Inject, Injectable } from '@nestjs/common';
import type { AiService, AiServiceLabel } from '@polylogue/api-contract';
import {
  isBlindName,
  serviceOf,
  type AiService as ProtoAiService,
  type ListAiServicesResponse,
} from '@polylogue/proto';
import { AppError, CallerSigner, isWithin } from '@polylogue/service-kit';
import { AnswerPresetsService } from '../answer-presets/answer-presets.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { Clock } from '../clock.js';
import { toAiService, toLabel, toVariantLabel, variantsOf } from './ai-services.mapper.js';

// Labels change when an admin edits them; conversations may show yesterday's for this long.
const labelsFreshMs = 5_000;

/** The AI services on offer, and what conversations call them. */
@Injectable()
export class CatalogService {
  #labels: ReadonlyMap<string, ProtoAiService> = new Map();
  #labelsFetchedAt = -Infinity;

  constructor(
    @InjectClient('catalog') private readonly catalog: ClientOf<'catalog'>,
    private readonly presets: AnswerPresetsService,
    private readonly signer: CallerSigner,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async list(): Promise<AiService[]> {
    return (await this.#fetch()).services.map(toAiService);
  }

  /** Also services that are no longer offered. */
  async listAll(): Promise<AiService[]> {
    const { services, formerServices } = await this.#fetch();
    return [...services.map(toAiService), ...formerServices.map((each) => ({ ...toAiService(each), former: true }))];
  }

  /**
   * Each service with its variants behind it; with `deleted` also with those of deleted presets, as former ones. Without
   * them while conversation, which keeps the presets, does not answer.
   */
  async withVariants(services: readonly AiService[], which: { deleted: boolean }): Promise<AiService[]> {
    const presets = await this.presets.listKnown(which).catch((error: unknown) => {
      if (AppError.is(error) && error.kind === 'unavailable') return [];
      throw error;
    });
    return services.flatMap((service) => [service, ...variantsOf(service, presets)]);
  }

  async probe(name: string): Promise<AiService> {
    return toAiService(await this.catalog.probeAiService({ name }, { deadlineMs: 15_000 }));
  }

  /** Names a service by the latest that is known: conversations are read also while ai-dispatch is away. */
  async labels(): Promise<(name: string) => AiServiceLabel> {
    await this.#refresh();
    const [presets, known] = [await this.presets.names(), this.#labels];
    return (name) => {
      const service = serviceOf(name);
      const label = toLabel(service, known.get(service));
      return service === name ? label : toVariantLabel(name, label, presets);
    };
  }

  /** Whether one of these services or variants is given pictures; one of a blind round may be: which would be a hint. */
  async someSees(names: readonly string[]): Promise<boolean> {
    await this.#refresh();
    return names.some((name) => isBlindName(name) || this.#labels.get(serviceOf(name))?.sees === true);
  }

  async #refresh(): Promise<void> {
    if (isWithin(this.#labelsFetchedAt, this.clock.now(), labelsFreshMs)) return;
    await this.#fetch(1_500).catch(() => undefined);
  }

  async #fetch(deadlineMs?: number): Promise<ListAiServicesResponse> {
    this.#labelsFetchedAt = this.clock.now();
    const found = await this.catalog.listAiServices({}, { callerToken: this.signer.asService(), deadlineMs });
    this.#labels = new Map([...found.formerServices, ...found.services].map((service) => [service.name, service]));
    return found;
  }
}
