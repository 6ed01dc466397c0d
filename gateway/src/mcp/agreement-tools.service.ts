import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  comparison,
  limits,
  mcp,
  type AgreementMap,
  type createAgreementMap,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import { AgreementMapsService } from '../agreement-maps/agreement-maps.service.js';
import { AllowanceService, unknownService } from '../allowance/allowance.service.js';
import { noSuchComparison } from '../comparisons/comparisons.errors.js';
import { ComparisonsService } from '../comparisons/comparisons.service.js';
import { HistoryService } from '../conversations/history.service.js';
import { readComparison } from '../exports/comparison-page.js';
import type { Report, ToolAnswer } from './tool-answer.js';

export interface AskedMap {
  /** Of the comparison. */
  id: string;
  /** Who finds the claims; else a service that did not reply. */
  extractor?: string | undefined;
}

const lookEveryMs = 1_000;

/** What the replies of a comparison agree on, for agents. */
@Injectable()
export class AgreementTools {
  constructor(
    private readonly maps: AgreementMapsService,
    private readonly comparisons: ComparisonsService,
    private readonly history: HistoryService,
    private readonly allowance: AllowanceService,
  ) {}

  /** The map of the newest round with two replies: one that is there already, else a new one. */
  async map({ id, extractor }: AskedMap, signal: AbortSignal, report: Report): Promise<ToolAnswer> {
    const { key, messageIds } = await this.#newestRound(id, signal);
    const known = await this.maps.list(key);
    const found = known.findLast(({ status, replies }) => status === 'completed' && isOf(replies, messageIds));
    return toAnswer(found ?? (await this.#make({ messageIds, extractorAI: extractor }, signal, report)));
  }

  async #newestRound(id: string, signal: AbortSignal): Promise<{ key: string; messageIds: string[] }> {
    if (!comparison.shape.id.safeParse(id).success) throw noSuchComparison();
    const found = await this.comparisons.get(id);
    const parts = this.history.export({ comparison: id, sort: 'createdAt', order: 'asc' }, signal);
    const { rounds } = await readComparison(found, parts);
    for (const { key, replies } of rounds.toReversed()) {
      const texts = replies.filter(({ message }) => message.status === 'completed' && message.content.trim() !== '');
      const messageIds = texts.slice(0, limits.targets).map(({ message }) => message.id);
      if (messageIds.length > 1) return { key, messageIds };
    }
    throw new AppError(
      'conflict',
      'too_few_replies',
      'This comparison has no round with at least two replies in text.',
    );
  }

  async #make(
    body: ValidBodyOf<typeof createAgreementMap>,
    signal: AbortSignal,
    report: Report,
  ): Promise<AgreementMap> {
    await this.allowance.take(mcp, undefined, [body.extractorAI ?? unknownService]);
    let map = await this.maps.create(body, undefined);
    report(0, 1, `${map.extractor.displayName} looks for what the replies claim.`);
    try {
      while (map.status === 'pending') {
        await pause(lookEveryMs, undefined, { signal });
        map = await this.maps.get(map.id);
      }
    } catch (error) {
      // Its only reader has gone.
      if (signal.aborted) await this.maps.cancel(map.id);
      throw error;
    }
    if (map.status !== 'completed') {
      throw new AppError('unavailable', map.errorCode ?? 'no_map', map.error ?? 'The agreement map was not made.');
    }
    return map;
  }
}

function isOf(replies: AgreementMap['replies'], messageIds: readonly string[]): boolean {
  return replies.length === messageIds.length && replies.every(({ messageId }) => messageIds.includes(messageId));
}

function toAnswer({ id, agreement, claims, replies }: AgreementMap): ToolAnswer {
  const nameOf = (messageId: string) =>
    replies.find((reply) => reply.messageId === messageId)?.aiService.displayName ?? messageId;
  const sections = claims.map(({ text, agreement: share, cells }) => {
    const lines = cells.map(({ messageId, stance, quote }) => {
      return `- ${nameOf(messageId)}: ${stance}${quote ? ` – “${quote.text.replaceAll(/\s+/g, ' ')}”` : ''}`;
    });
    return [`## ${text}`, share === null ? '' : `${share} % agreement`, ...lines].filter(Boolean).join('\n');
  });
  const head =
    agreement === null ? 'No claim has two sides.' : `${agreement} % agreement over ${claims.length} claims.`;
  const data = {
    mapId: id,
    agreement,
    claims: claims.map(({ text, agreement: share, cells }) => ({
      claim: text,
      agreement: share,
      services: cells.map(({ messageId, stance, quote }) => ({ name: nameOf(messageId), stance, quote: quote?.text })),
    })),
  };
  return { text: [head, ...sections].join('\n\n'), data };
}
