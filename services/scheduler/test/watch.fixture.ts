import {
  AssessmentsServiceDefinition,
  ClaimsServiceDefinition,
  Stance,
  type BroadcastScores,
  type ReadClaimsRequest,
  type ReadClaimsResponse,
} from '@polylogue/proto';
import type { CallContext } from '@polylogue/service-kit';
import { stub, stubGrpcServer } from '@polylogue/test-kit';

const sentencesOf = (text: string) => text.match(/[^.]+\./g)?.map((each) => each.trim()) ?? [];
/** Sentences about the same begin alike. */
const topicOf = (sentence: string) => sentence.split(' ').slice(0, 3).join(' ');

/** Reads as quality does: every sentence is a claim, and another sentence about the same contradicts it. */
export function readSentences({ knownClaims, texts, onlyKnown }: ReadClaimsRequest): ReadClaimsResponse {
  const claims = [...knownClaims];
  for (const sentence of onlyKnown ? [] : texts.flatMap(({ text }) => sentencesOf(text)))
    if (!claims.includes(sentence)) claims.push(sentence);
  return {
    extractor: 'x',
    cost: { amount: 0.002, currency: 'USD', source: 'COST_SOURCE_PROVIDER' as never },
    usage: undefined,
    claims: claims.map((claim) => ({
      text: claim,
      cells: texts.map(({ text }) => {
        const found = sentencesOf(text).find((sentence) => topicOf(sentence) === topicOf(claim));
        if (found === undefined) return { stance: Stance.SILENT, quote: undefined };
        const start = text.indexOf(found);
        const quote = { text: found, start, end: start + found.length };
        return { stance: found === claim ? Stance.SAYS : Stance.CONTRADICTS, quote };
      }),
    })),
  };
}

/** A stand-in for quality. */
export async function scriptedReader() {
  const readings: { request: ReadClaimsRequest; call: CallContext }[] = [];
  const reader = { read: (request: ReadClaimsRequest) => Promise.resolve(readSentences(request)) };
  /** How kept runs were judged, by their broadcasts. */
  const judged = new Map<string, BroadcastScores>();
  const server = await stubGrpcServer(
    stub(AssessmentsServiceDefinition, {
      getBroadcastScores: ({ broadcastIds }) =>
        Promise.resolve({ broadcasts: broadcastIds.flatMap((id) => judged.get(id) ?? []) }),
    }),
    stub(ClaimsServiceDefinition, {
      readClaims: (request, call) => {
        readings.push({ request, call });
        return reader.read(request);
      },
    }),
  );
  return { ...server, readings, reader, judged };
}

export type Reader = Awaited<ReturnType<typeof scriptedReader>>;
