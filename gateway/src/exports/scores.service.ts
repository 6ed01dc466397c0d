import { Inject, Injectable } from '@nestjs/common';
import type { ExportedConversation, MissingFromExport, QualityAssessment } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { AssessmentsClient } from '../quality-assessments/assessments.client.js';
import { toQualityAssessment } from '../quality-assessments/quality-assessments.mapper.js';

/** Asked for together; fewer where they are long. */
const atOnce = { conversations: 50, characters: 1024 * 1024 };
const deadlineMs = 5_000;
const away = 'The service that keeps the scores was not available. Export again later to have them.';

/** Joins what quality knows to what conversation keeps. */
@Injectable()
export class ScoresService {
  constructor(@Inject(AssessmentsClient) private readonly assessments: AssessmentsClient) {}

  /** Some at a time, as they come. While quality is away an export goes on, and `missing` says what it lacks. */
  async *join(
    conversations: AsyncIterable<ExportedConversation>,
    missing: MissingFromExport,
    signal: AbortSignal,
  ): AsyncGenerator<ExportedConversation> {
    let waiting: ExportedConversation[] = [];
    let characters = 0;
    for await (const conversation of conversations) {
      waiting.push(conversation);
      for (const { content } of conversation.messages) characters += content.length;
      if (waiting.length < atOnce.conversations && characters < atOnce.characters) continue;
      yield* await this.#scored(waiting, missing, signal);
      [waiting, characters] = [[], 0];
    }
    yield* await this.#scored(waiting, missing, signal);
  }

  async #scored(conversations: ExportedConversation[], missing: MissingFromExport, signal: AbortSignal) {
    const compared = conversations.filter(({ messages }) => messages.some(({ broadcastId }) => broadcastId));
    if (compared.length === 0) return conversations;
    // Once away, it is not waited for again.
    const known = missing.scoresOf > 0 ? undefined : await this.#ask(compared, signal);
    if (!known) {
      missing.scoresOf += compared.length;
      missing.reason = away;
      return conversations;
    }
    return conversations.map((conversation) => {
      // One that came while the export was written may be about a reply that came later too.
      const replies = new Set(conversation.messages.map(({ id }) => id));
      const assessments = known.get(conversation.id)?.filter(({ messageId }) => replies.has(messageId));
      return assessments?.length ? { ...conversation, assessments } : conversation;
    });
  }

  async #ask(conversations: readonly ExportedConversation[], signal: AbortSignal) {
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
