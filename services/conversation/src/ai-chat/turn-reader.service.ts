import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Drain } from '@polylogue/service-kit';
import { sessionNotFound, stopping } from './ai-chat.errors.js';
import type { TurnStreamEvent } from './ai-chat.entity.js';
import { TurnRunner } from './turn-runner.service.js';
import { TurnsRepository } from './turns.repository.js';

const tailMs = 200;

/** Reads a turn from wherever it stands: this process's memory, else the store. */
@Injectable()
export class TurnReader {
  constructor(
    private readonly runner: TurnRunner,
    private readonly turns: TurnsRepository,
    private readonly drain: Drain,
  ) {}

  /** All text from the beginning, then the end. A reader that leaves does not end the turn. */
  async *follow(userId: string, turnId: string, signal: AbortSignal): AsyncGenerator<TurnStreamEvent> {
    let sent = '';
    for await (const event of this.runner.findOf(userId, turnId)?.follow(signal) ?? []) {
      yield event;
      if (event.kind === 'done') return;
      sent += event.text;
    }
    while (!signal.aborted) {
      const turn = await this.turns.find(userId, turnId);
      if (!turn) throw sessionNotFound();
      // The stored text may be behind what was read from memory, by one interval of saving: then nothing is new yet.
      const text = turn.content.startsWith(sent) ? turn.content.slice(sent.length) : '';
      if (text !== '') yield { kind: 'delta', text };
      sent += text;
      if (turn.end) return yield { kind: 'done', turn };
      if (this.drain.signal.aborted) throw stopping();
      await sleep(tailMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
