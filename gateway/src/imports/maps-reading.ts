import type { AgreementMap, ExportedSettleRound, MergedAnswer } from '@polylogue/api-contract';
import type { StagedAgreementMap, StagedMapRecords } from '@polylogue/proto';
import { fromAgreementMap } from './imports.mapper.js';
import { fromMergedAnswer, fromSettleRound } from './map-records.mapper.js';

/** Of each reply put aside, what it and its round are called there, by its name in the file. */
type RepliesThere = ReadonlyMap<
  string,
  { messageId: string; broadcastId: string | undefined; round: string | undefined }
>;

/** The agreement maps of one conversation of the file, and what was made of them. */
export class MapsReading {
  maps: AgreementMap[] = [];
  answers: MergedAnswer[] = [];
  rounds: ExportedSettleRound[] = [];
  /** Characters that are held. */
  length = 0;
  /** Maps that are not taken, or not with all that was made of them. */
  readonly leftOut = new Set<string>();

  get entries(): number {
    return this.maps.length + this.answers.length + this.rounds.length;
  }

  /** Takes none of what was read: there is no room for it. */
  leaveOut(): void {
    for (const { id } of this.maps) this.leftOut.add(id);
    [this.maps, this.answers, this.rounds, this.length] = [[], [], [], 0];
  }

  /** An answer or a round of a map that the conversation does not hold: the list it stands in, and its place there. */
  get stray(): [list: string, index: number] | undefined {
    const known = new Set([...this.maps.map(({ id }) => id), ...this.leftOut]);
    const lists = { mergedAnswers: this.answers, settleRounds: this.rounds };
    for (const [name, list] of Object.entries(lists)) {
      const index = list.findIndex(({ mapId }) => !known.has(mapId));
      if (index >= 0) return [name, index];
    }
    return undefined;
  }

  /** The maps, with what their replies in this conversation are called there. */
  staged(conversationId: string, there: RepliesThere): StagedAgreementMap[] {
    return this.maps.map((map) => {
      const here = map.replies.flatMap(({ messageId: exportedId }) => {
        const reply = there.get(exportedId);
        return reply ? { ...reply, exportedId } : [];
      });
      return {
        map: fromAgreementMap(map),
        conversationId,
        replies: here.map(({ exportedId, messageId }) => ({ exportedId, messageId })),
        broadcastId: here.find(({ round }) => round === map.broadcastId)?.broadcastId,
      };
    });
  }

  /** What was made of the maps, one by one: each may be long. */
  *records(conversationId: string): Generator<StagedMapRecords> {
    for (const { id: mapId, replies } of this.maps) {
      const about = { conversationId, mapId, messageIds: replies.map(({ messageId }) => messageId) };
      for (const answer of this.answers) {
        if (answer.mapId === mapId) yield { ...about, answers: [fromMergedAnswer(answer)], rounds: [] };
      }
      for (const round of this.rounds) {
        if (round.mapId === mapId) yield { ...about, answers: [], rounds: [fromSettleRound(round)] };
      }
    }
  }
}
