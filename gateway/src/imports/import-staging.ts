import type { Assessment, StagedConversation } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import type { HistoryClient } from '../clients/history.client.js';
import type { AssessmentsClient } from '../quality-assessments/assessments.client.js';
import type { ConversationReading } from './conversation-reading.js';
import { damaged, scoresAway } from './imports.errors.js';
import { fromAssessment, fromHead } from './imports.mapper.js';

/** So many characters go at once; a message over gRPC has at most 16 MiB. */
const partCharacters = 1024 * 1024;
const assessmentsAtOnce = 500;
const deadlineMs = 30_000;

/** Puts what was read aside, part by part: conversations with one service, what was said of their replies with another. */
export class ImportStaging {
  #part = 0;
  #scoresPart = 0;
  #waiting: ConversationReading[] = [];
  #length = 0;
  #scores: Assessment[] = [];

  constructor(
    private readonly importId: string,
    private readonly history: HistoryClient,
    private readonly quality: AssessmentsClient,
    private readonly signal: AbortSignal,
  ) {}

  /** A conversation that is still read, and has become too long to wait for its end. */
  async takeBeginning(reading: ConversationReading): Promise<void> {
    if (reading.length < partCharacters || !reading.hasBeginning) return;
    await this.#flush();
    await this.#stage([reading], true);
  }

  async take(reading: ConversationReading): Promise<void> {
    if (reading.before > 0) {
      await this.#flush();
      return this.#stage([reading], false);
    }
    this.#waiting.push(reading);
    this.#length += reading.length;
    if (this.#length >= partCharacters) await this.#flush();
  }

  async finish(): Promise<void> {
    await this.#flush();
    await this.#stageScores(1);
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting;
    [this.#waiting, this.#length] = [[], 0];
    if (waiting.length > 0) await this.#stage(waiting, false);
  }

  async #stage(readings: readonly ConversationReading[], toBeContinued: boolean): Promise<void> {
    const conversations = readings.map((reading) => ({
      ...fromHead(reading.head(!toBeContinued)),
      messages: reading.messages,
    }));
    const request = { importId: this.importId, part: this.#part, conversations, toBeContinued };
    const messagesBefore = readings[0]?.before ?? 0;
    const staged = await this.history.stageImport({ ...request, messagesBefore }, { deadlineMs, signal: this.signal });
    this.#part += 1;
    for (const [at, reading] of readings.entries()) {
      noteIds(reading, staged.conversations[at]);
      if (!toBeContinued) this.#scores.push(...scoresOf(reading, staged.conversations[at]?.id ?? ''));
    }
    await this.#stageScores(assessmentsAtOnce);
  }

  async #stageScores(atLeast: number): Promise<void> {
    while (this.#scores.length >= atLeast) {
      const assessments = this.#scores.splice(0, assessmentsAtOnce);
      const request = { importId: this.importId, part: this.#scoresPart, assessments };
      await this.quality.stageAssessments(request, { deadlineMs, signal: this.signal }).catch((error: unknown) => {
        throw AppError.is(error) && error.kind === 'unavailable' ? scoresAway(error) : error;
      });
      this.#scoresPart += 1;
    }
  }
}

/** Forgets the messages that were put aside, but for what they are called there. */
function noteIds(reading: ConversationReading, staged: StagedConversation | undefined): void {
  for (const [at, { id }] of reading.messages.entries()) {
    const there = staged?.messages[at];
    if (there) reading.ids.set(id, { messageId: there.id, broadcastId: there.broadcastId });
  }
  reading.before += reading.messages.length;
  reading.messages = [];
  reading.length = 0;
}

function scoresOf(reading: ConversationReading, conversationId: string): Assessment[] {
  return reading.assessments.map((assessment, at) => {
    const about = reading.ids.get(assessment.messageId);
    if (!about?.broadcastId) throw damaged(reading.place, ['assessments', at, 'messageId']);
    return fromAssessment(assessment, { conversationId, messageId: about.messageId, broadcastId: about.broadcastId });
  });
}
