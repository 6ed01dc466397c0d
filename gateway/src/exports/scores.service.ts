import { Injectable } from '@nestjs/common';
import type { MissingFromExport, QualityAssessment } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { toQualityAssessment } from '../quality-assessments/quality-assessments.mapper.js';

/** How many are joined at once; fewer where they are long. */
const atOnce = { parts: 50, characters: 1024 * 1024 };
const deadlineMs = 5_000;
const away = 'The service that keeps the scores was not available. Export again later to have them.';

/** Joins what quality knows to what conversation keeps. */
@Injectable()
export class ScoresService {
  constructor(@InjectClient('assessments') private readonly assessments: ClientOf<'assessments'>) {}

  /** Some at a time, as they come. While quality is away an export goes on, and `missing` says what it lacks. */
  async *join(
    parts: AsyncIterable<ExportedPart>,
    missing: MissingFromExport,
    signal: AbortSignal,
  ): AsyncGenerator<ExportedPart> {
    let waiting: ExportedPart[] = [];
    let characters = 0;
    let open: readonly QualityAssessment[] = [];
    const scored = async () => {
      const known = await this.#known(waiting, missing, signal);
      const joined = waiting.map((part) => {
        if (part.isFirst) open = known?.get(part.id) ?? [];
        return withScores(part, open);
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

  async #fetch(conversations: readonly ExportedPart[], signal: AbortSignal) {
    const known = new Map<string, QualityAssessment[]>();
    const request = { conversationIds: conversations.map(({ id }) => id) };
    try {
      for await (const { assessments } of this.assessments.listAssessmentsOfConversations(request, {
        signal,
        deadlineMs,
      })) {
        for (const assessment of assessments) {
          const list = known.get(assessment.conversationId);
          if (list) list.push(toQualityAssessment(assessment));
          else known.set(assessment.conversationId, [toQualityAssessment(assessment)]);
        }
      }
      return known;
    } catch (error) {
      if (signal.aborted || !AppError.is(error) || error.kind !== 'unavailable') throw error;
      return undefined;
    }
  }
}

// One that came while the export was written may be about a reply that came later too.
function withScores(part: ExportedPart, known: readonly QualityAssessment[]): ExportedPart {
  const replies = new Set(part.messages.map(({ id }) => id));
  const assessments = known.filter(({ messageId }) => replies.has(messageId));
  return assessments.length > 0 ? { ...part, assessments } : part;
}
