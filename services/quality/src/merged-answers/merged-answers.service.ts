import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { isUuid } from '@polylogue/proto';
import { Database, Drain, type Caller } from '@polylogue/service-kit';
import type { AgreementMap } from '../agreement/agreement-map.entity.js';
import { AgreementMapsRepository } from '../agreement/agreement-maps.repository.js';
import type { MergedAnswer, MergedSentence } from './merged-answer.entity.js';
import * as errors from './merged-answers.errors.js';
import { AnswerRuns } from './answer-runs.service.js';
import { MergedAnswersRepository } from './merged-answers.repository.js';
import { shown } from './standing.rules.js';

/** An answer beside the map it is written from. */
export interface AnswerOfMap {
  answer: MergedAnswer;
  map: AgreementMap;
}

const tailMs = 250;

/** What a user does with merged answers, apart from having one written. */
@Injectable()
export class MergedAnswersService {
  constructor(
    private readonly repository: MergedAnswersRepository,
    private readonly maps: AgreementMapsRepository,
    private readonly runs: AnswerRuns,
    private readonly database: Database,
    private readonly drain: Drain,
  ) {}

  /** One of another user is not found, exactly as one that does not exist. */
  async get({ userId }: Caller, id: string): Promise<AnswerOfMap> {
    if (!isUuid(id)) throw errors.answerNotFound();
    const found = await this.database.asUser(userId, async (tx) => {
      const answer = await this.repository.find(tx, userId, id);
      const map = answer && (await this.maps.find(tx, userId, answer.mapId));
      return map && { answer, map };
    });
    if (!found) throw errors.answerNotFound();
    return found;
  }

  /** Of one map; a map of another user is not found. */
  async ofMap({ userId }: Caller, mapId: string): Promise<AnswerOfMap[]> {
    if (!isUuid(mapId)) throw errors.mapNotFound();
    return this.database.asUser(userId, async (tx) => {
      const map = await this.maps.find(tx, userId, mapId);
      if (!map) throw errors.mapNotFound();
      return (await this.repository.list(tx, userId, [mapId])).map((answer) => ({ answer, map }));
    });
  }

  /** Of all maps of any of these replies. */
  async ofReplies({ userId }: Caller, messageIds: readonly string[]): Promise<AnswerOfMap[]> {
    const ids = messageIds.filter(isUuid);
    return this.database.asUser(userId, async (tx) => {
      const found: AnswerOfMap[] = [];
      for (const mapId of await this.repository.mapsOf(tx, userId, ids)) {
        const map = await this.maps.find(tx, userId, mapId);
        const answers = map ? await this.repository.list(tx, userId, [mapId]) : [];
        found.push(...answers.map((answer) => ({ answer, map: map! })));
      }
      return found;
    });
  }

  /** All sentences from the first, as they are stored, then the whole with its end. A reader that leaves does not end it. */
  async *follow(caller: Caller, id: string, signal: AbortSignal): AsyncGenerator<MergedSentence[] | AnswerOfMap> {
    const { userId } = caller;
    const { map, ...found } = await this.get(caller, id);
    let { answer } = found;
    let sent = 0;
    for (;;) {
      const fresh = answer.sentences.slice(sent);
      sent += fresh.length;
      if (fresh.length > 0) yield fresh.map((sentence) => shown(sentence, map.claims));
      if (answer.status !== 'pending') return yield { answer, map };
      if (this.drain.signal.aborted) throw errors.shuttingDown();
      await sleep(tailMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      // The claims of a completed map stay as they are.
      const next = await this.database.asUser(userId, (tx) => this.repository.find(tx, userId, id));
      if (!next) throw errors.answerNotFound();
      answer = next;
    }
  }

  /** Whether it was still being written. */
  async cancel({ userId }: Caller, id: string): Promise<boolean> {
    const isOpen = isUuid(id)
      ? await this.database.asUser(userId, (tx) => this.repository.requestCancel(tx, userId, id))
      : undefined;
    if (isOpen === undefined) throw errors.answerNotFound();
    // One that is written by another process is stopped there.
    if (isOpen) this.runs.stop(id, 'cancelled');
    return isOpen;
  }

  async delete(caller: Caller, id: string): Promise<void> {
    await this.cancel(caller, id);
    const { userId } = caller;
    await this.database.asUser(userId, (tx) => this.repository.delete(tx, userId, id));
  }
}
