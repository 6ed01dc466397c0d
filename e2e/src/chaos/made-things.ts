import type { AgreementMap, MergedAnswer, Summary } from '@polylogue/api-contract';
import type { Done, StoredMade, StoredText } from './evidence.js';
import { inTurn, read, type Store } from './store.js';

/** Summaries, maps and answers, by the rounds they are made of. */
export async function readMade(store: Store, user: number, own: readonly Done[]) {
  const rounds = (kind: Done['kind']) => own.filter((deed) => deed.kind === kind && deed.madeOf !== undefined);
  const list = async <T>(path: string) => (await read<T[]>(store, user, path)) ?? [];
  const summaries = await inTurn(rounds('summary'), async ({ madeOf, marker }) => {
    const all = await list<Summary>(`/api/broadcasts/${madeOf}/summaries`);
    return all
      .filter(({ instruction }) => instruction?.startsWith(`${marker}:`))
      .map(({ aiService, status, content }): StoredText => ({
        marker,
        aiService: aiService.name,
        status,
        text: content,
      }));
  });
  const mapsOf = (broadcastId: string) => list<AgreementMap>(`/api/broadcasts/${broadcastId}/agreement-maps`);
  const maps = await inTurn(rounds('map'), async ({ madeOf, marker }) => (await mapsOf(madeOf!)).map(mapOf(marker)));
  const answers = await inTurn(rounds('answer'), async ({ madeOf, marker }) => {
    const lists = await inTurn(await mapsOf(madeOf!), ({ id }) =>
      list<MergedAnswer>(`/api/agreement-maps/${id}/answers`),
    );
    return lists.flat().map(answerOf(marker));
  });
  return { summaries: summaries.flat(), maps: maps.flat(), answers: answers.flat() };
}

const mapOf =
  (marker: string) =>
  ({ id, status, claims, replies }: AgreementMap): StoredMade => {
    const isProven = claims.every(({ cells }) => cells.every(({ stance, quote }) => stance === 'says' && quote));
    return {
      marker,
      id,
      status,
      isWhole: claims.length === 1 && isProven && claims[0]!.cells.length === replies.length,
    };
  };

const answerOf =
  (marker: string) =>
  ({ id, status, sentences }: MergedAnswer): StoredMade => {
    return { marker, id, status, isWhole: sentences.length === 1 && sentences[0]!.text === 'Each reply counts.' };
  };
