import { Injectable } from '@nestjs/common';
import { Category, type AiService } from '@polylogue/proto';
import type { Transaction } from '@polylogue/service-kit';
import { BlindService } from '../blind/blind.service.js';
import * as errors from './summaries.errors.js';
import { SummariesRepository } from './summaries.repository.js';
import { chooseSummarizer } from './summarizer.rules.js';
import type { SummarizedReply, SummaryInput } from './summary.entity.js';

/** What a summary is written from, and by whom. */
export interface SummaryMatter {
  /** The round it is kept with. */
  broadcastId: string;
  replies: readonly SummarizedReply[];
  aiService: string;
}

/** Reads what a summary is written from. One that is estimated and one that is written have it from here. */
@Injectable()
export class SummaryMatterService {
  constructor(
    private readonly repository: SummariesRepository,
    private readonly blind: BlindService,
  ) {}

  async read(
    tx: Transaction,
    userId: string,
    { messageIds, aiService }: Pick<SummaryInput, 'messageIds' | 'aiService'>,
    services: readonly AiService[],
  ): Promise<SummaryMatter> {
    await this.blind.mustBeRevealedIn(tx, userId, messageIds);
    const replies = await this.repository.replies(tx, userId, messageIds);
    const broadcastId = newestRound(replies);
    if (replies.length < messageIds.length || broadcastId === undefined) throw errors.repliesNotFound();
    return { broadcastId, replies: named(replies, services), aiService: summarizerOf(aiService, services, replies) };
  }
}

/** Ids sort by time. */
const newestRound = (replies: readonly SummarizedReply[]): string | undefined =>
  replies
    .flatMap(({ broadcastId }) => broadcastId ?? [])
    .sort()
    .at(-1);

function summarizerOf(
  wanted: string | undefined,
  services: readonly AiService[],
  replies: readonly SummarizedReply[],
): string {
  if (wanted === undefined) {
    const chosen = chooseSummarizer(
      services,
      replies.map(({ aiService }) => aiService),
    );
    if (!chosen) throw errors.noSummarizer();
    return chosen.name;
  }
  const service = services.find(({ name }) => name === wanted);
  const fault = (message: string) => errors.invalidSummary([{ path: 'summarizerAI', message }]);
  if (!service) throw fault(`There is no AI service called "${wanted.slice(0, 64)}".`);
  if (service.category !== Category.TEXT) throw fault(`${service.displayName} does not write text.`);
  return service.name;
}

/** A reply whose generation was not recorded is called as its service is called today. */
function named(replies: readonly SummarizedReply[], services: readonly AiService[]): SummarizedReply[] {
  const names = new Map(services.map(({ name, displayName }) => [name, displayName]));
  return replies.map((reply) =>
    reply.displayName === reply.aiService
      ? { ...reply, displayName: names.get(reply.aiService) ?? reply.aiService }
      : reply,
  );
}
