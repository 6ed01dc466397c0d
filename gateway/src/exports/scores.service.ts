import { Injectable } from '@nestjs/common';
import type { MissingFromExport, QualityAssessment } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { KeptMapsService, type MapsOfConversations } from './kept-maps.service.js';
import { mapsAbout, type KeptMap } from './maps.rules.js';
import { toQualityAssessment } from '../quality-assessments/quality-assessments.mapper.js';

/** How many are joined at once; fewer where they are long. */
const atOnce = { parts: 50, characters: 1024 * 1024 };
const deadlineMs = 5_000;
const away = 'The service that keeps scores and agreement maps was not available. Export again later to have them.';

/** What is said of the replies of one conversation. */
interface Said {
  assessments: QualityAssessment[];
  maps: KeptMap[];
}

const nothingSaid = (): Said => ({ assessments: [], maps: [] });

/** What is known of some conversations; maps are read in their order, and forgotten when the next ones are. */
class Known {
  readonly #scores: ReadonlyMap<string, QualityAssessment[]>;
  #maps: MapsOfConversations = { conversationIds: [], maps: [] };
  /** Of how many the maps have not been read. */
  withoutMaps: number;

  constructor(readonly ids: readonly string[]) {
    this.#scores = new Map(ids.map((id) => [id, []]));
    this.withoutMaps = ids.length;
  }

  add(id: string, assessment: QualityAssessment): void {
    this.#scores.get(id)?.push(assessment);
  }

  async readMaps(id: string, more: AsyncGenerator<MapsOfConversations>): Promise<void> {
    while (this.#scores.has(id) && !this.#maps.conversationIds.includes(id)) {
      const next = await more.next();
      if (next.done) return;
      this.#maps = next.value;
      this.withoutMaps -= next.value.conversationIds.length;
    }
  }

  /** Nothing where the maps could not be read: what is missing is missing whole. */
  of(id: string): Said {
    const { conversationIds, maps } = this.#maps;
    return conversationIds.includes(id) ? { assessments: this.#scores.get(id) ?? [], maps } : nothingSaid();
  }
}

/** Joins what quality knows to what conversation keeps. */
@Injectable()
export class ScoresService {
  constructor(
    @InjectClient('assessments') private readonly assessments: ClientOf<'assessments'>,
    private readonly maps: KeptMapsService,
  ) {}

  /** Some at a time, as they come. While quality is away an export goes on, and `missing` says what it lacks. */
  async *join<Part extends ExportedPart>(
    parts: AsyncIterable<Part>,
    missing: MissingFromExport,
    signal: AbortSignal,
  ): AsyncGenerator<Part> {
    let waiting: Part[] = [];
    let characters = 0;
    const open = { said: nothingSaid() };
    for await (const part of parts) {
      waiting.push(part);
      for (const { content } of part.messages) characters += content.length;
      if (waiting.length < atOnce.parts && characters < atOnce.characters) continue;
      yield* this.#joined(waiting, open, missing, signal);
      [waiting, characters] = [[], 0];
    }
    yield* this.#joined(waiting, open, missing, signal);
  }

  /** `open` is what is said of the conversation that goes on in the next part. */
  async *#joined<Part extends ExportedPart>(
    parts: readonly Part[],
    open: { said: Said },
    missing: MissingFromExport,
    signal: AbortSignal,
  ): AsyncGenerator<Part> {
    // The rest of a long conversation has not come yet, and may hold a comparison.
    const compared = parts.filter(
      ({ isFirst, isLast, messages }) => isFirst && (!isLast || messages.some(({ broadcastId }) => broadcastId)),
    );
    const known = new Known(compared.map(({ id }) => id));
    const lacks = (count: number) => {
      missing.scoresOf += count;
      missing.reason = away;
    };
    // Once away, it is not waited for again.
    let isAway = missing.scoresOf > 0 || !(await this.#isThere(this.#fetchScores(known, signal), signal));
    if (isAway && compared.length > 0) lacks(compared.length);
    const maps = this.maps.of(known.ids, signal);
    for (const part of parts) {
      if (part.isFirst) {
        if (!isAway && !(await this.#isThere(known.readMaps(part.id, maps), signal))) {
          isAway = true;
          lacks(known.withoutMaps);
        }
        open.said = known.of(part.id);
      }
      yield withSaid(part, open.said);
    }
  }

  async #isThere(reading: Promise<void>, signal: AbortSignal): Promise<boolean> {
    try {
      await reading;
      return true;
    } catch (error) {
      if (signal.aborted || !AppError.is(error) || error.kind !== 'unavailable') throw error;
      return false;
    }
  }

  async #fetchScores(known: Known, signal: AbortSignal): Promise<void> {
    if (known.ids.length === 0) return;
    const request = { conversationIds: [...known.ids] };
    const answers = this.assessments.listAssessmentsOfConversations(request, { signal, deadlineMs });
    for await (const { assessments } of answers) {
      for (const each of assessments) known.add(each.conversationId, toQualityAssessment(each));
    }
  }
}

// One that came while the export was written may be about a reply that came later too.
function withSaid<Part extends ExportedPart>(part: Part, said: Said): Part {
  const own = new Set(part.messages.map(({ id }) => id));
  const kept = mapsAbout(said.maps, own);
  // Each map once in a conversation, however many parts it comes in.
  said.maps = said.maps.filter((map) => !kept.includes(map));
  const lists = {
    assessments: said.assessments.filter(({ messageId }) => own.has(messageId)),
    agreementMaps: kept.map(({ map }) => map),
    mergedAnswers: kept.flatMap(({ answers }) => answers),
    settleRounds: kept.flatMap(({ rounds }) => rounds),
  };
  return { ...part, ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) };
}
