import type { AgreementMap, AiChatAnswer, MergedAnswer, SendAnswer, Summary } from '@polylogue/api-contract';
import type { Done, Refusal, ReportedReply } from './evidence.js';

/** The oracle's log of what users did and were answered. */
export class Journal {
  readonly done: Done[] = [];
  readonly refused: Refusal[] = [];

  begin(deed: Pick<Done, 'kind' | 'marker' | 'user' | 'aiServices'>): JournalEntry {
    const done: Done = { ...deed, begunAt: Date.now(), isAcknowledged: false, reported: [], deletes: [], deleted: [] };
    this.done.push(done);
    return new JournalEntry(done);
  }

  /** Those of some seeds, and no more. */
  take(): { done: Done[]; refused: Refusal[] } {
    return { done: this.done.splice(0), refused: this.refused.splice(0) };
  }
}

/** What one deed came to so far. */
export class JournalEntry {
  constructor(private readonly done: Done) {}

  acknowledged(): void {
    this.done.isAcknowledged = true;
  }

  reported({ results }: SendAnswer): void {
    this.done.reported = results.map(({ aiService, status, content = '' }): ReportedReply => ({
      aiService,
      status,
      text: content,
    }));
  }

  reportedTurn(aiService: string, { status, response = '' }: AiChatAnswer): void {
    this.done.reported = [{ aiService, status, text: response }];
  }

  judgedAs(broadcastId: string): void {
    this.done.judgedAs = broadcastId;
  }

  deletes(conversationId: string): void {
    this.done.deletes.push(conversationId);
  }

  deleted(conversationId: string): void {
    this.done.deleted.push(conversationId);
  }

  /** Where a summary, a map or an answer is kept. */
  madeOf(broadcastId: string): void {
    this.done.madeOf = broadcastId;
  }

  reportedSummary({ aiService, status, content }: Summary): void {
    this.done.reported = [{ aiService: aiService.name, status, text: content }];
  }

  made({ id }: Pick<AgreementMap | MergedAnswer, 'id'>): void {
    this.done.madeId = id;
  }

  erases(userId: string, cookie: string): void {
    this.done.erases = { userId, cookie };
  }

  asksForSlot(slot: Date): void {
    this.done.askedSlotAt = slot.getTime();
  }

  slotAt(nextRunAt: string | null): void {
    if (nextRunAt !== null) this.done.slotAt = Date.parse(nextRunAt);
  }

  imports(title: string, messages: number): void {
    this.done.imported = { title, messages };
  }
}
