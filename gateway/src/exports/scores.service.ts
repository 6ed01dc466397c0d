import { Injectable } from '@nestjs/common';
import type { MissingFromExport, QualityAssessment } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { KeptMapsService } from './kept-maps.service.js';
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

type Known = ReadonlyMap<string, Said>;

/** Joins what quality knows to what conversation keeps. */
@Injectable()
export class ScoresService {
  constructor(
    @InjectClient('assessments') private readonly assessments: ClientOf<'assessments'>,
    private readonly maps: KeptMapsService,
  ) {}

  /** Some at a time, as they come. While quality is away an export goes on, and `missing` says what it lacks. */
  async *join(
    parts: AsyncIterable<ExportedPart>,
    missing: MissingFromExport,
    signal: AbortSignal,
  ): AsyncGenerator<ExportedPart> {
    let waiting: ExportedPart[] = [];
    let characters = 0;
    let open: Said = { assessments: [], maps: [] };
    const scored = async () => {
      const known = await this.#known(waiting, missing, signal);
      const joined = waiting.map((part) => {
        if (part.isFirst) open = known?.get(part.id) ?? { assessments: [], maps: [] };
        return withSaid(part, open);
      });
      [waiting, characters] = [[], 0];
      return joined;
    };
    for await (const part of parts) {
      waiting.push(part);
      for (const { content } of part.messages) characters += content.length;
      if (waiting.length >= atOnce.parts || characters >= atOnce.characters) yield* await scored();
    }
    yield* await scored();
  }

  async #known(parts: readonly ExportedPart[], missing: MissingFromExport, signal: AbortSignal) {
    // The rest of a long conversation has not come yet, and may hold a comparison.
    const compared = parts.filter(
      ({ isFirst, isLast, messages }) => isFirst && (!isLast || messages.some(({ broadcastId }) => broadcastId)),
    );
    if (compared.length === 0) return undefined;
    // Once away, it is not waited for again.
    const known = missing.scoresOf > 0 ? undefined : await this.#fetch(compared, signal);
    if (known) return known;
    missing.scoresOf += compared.length;
    missing.reason = away;
    return undefined;
  }

  async #fetch(conversations: readonly ExportedPart[], signal: AbortSignal): Promise<Known | undefined> {
    const known = new Map(conversations.map(({ id }) => [id, { assessments: [], maps: [] } as Said]));
    const request = { conversationIds: [...known.keys()] };
    try {
      await Promise.all([this.#fetchScores(known, request, signal), this.#fetchMaps(known, signal)]);
      return known;
    } catch (error) {
      if (signal.aborted || !AppError.is(error) || error.kind !== 'unavailable') throw error;
      return undefined;
    }
  }

  async #fetchScores(known: Known, request: { conversationIds: string[] }, signal: AbortSignal): Promise<void> {
    const answers = this.assessments.listAssessmentsOfConversations(request, { signal, deadlineMs });
    for await (const { assessments } of answers) {
      for (const each of assessments) known.get(each.conversationId)?.assessments.push(toQualityAssessment(each));
    }
  }

  async #fetchMaps(known: Known, signal: AbortSignal): Promise<void> {
    const found = await this.maps.of([...known.keys()], signal);
    // Which of its conversations are here is seen by their messages, as they come.
    for (const said of known.values()) said.maps.push(...found);
  }
}

// One that came while the export was written may be about a reply that came later too.
function withSaid(part: ExportedPart, said: Said): ExportedPart {
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
