import type { ExportedSettleRound, Message, MergedAnswer } from '@polylogue/api-contract';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { paragraphsOf } from '../merged-answers/answer-proof.rules.js';
import { originCells, threadCells } from './csv-cells.js';
import { rowOf, type Cell, type Row } from './csv-columns.js';
import { sideOf, type KeptMap } from './maps.rules.js';

type Claim = KeptMap['map']['claims'][number];

/**
 * A map, each of its rounds and each answer are rows of their own; behind them stand their claims, what services said of
 * these, and their sentences.
 */
export const keptRows = (part: ExportedPart, { map, rounds, answers }: KeptMap): Cell[][] => {
  const thread = threadCells(part);
  const rows = [...mapRows(map), ...rounds.flatMap(roundRows), ...answers.flatMap((answer) => answerRows(answer, map))];
  return rows.map((row) => rowOf({ ...thread, ...row }));
};

function mapRows(map: KeptMap['map']): Row[] {
  const head = { Message: map.id, Status: map.status, Time: map.timestamp };
  return [
    {
      ...head,
      Role: 'agreement map',
      ...endCells(map),
      ...originCells(map.extractor, map.generation),
      Agreement: shown(map.agreement),
    },
    ...map.claims.map((claim) => ({
      ...head,
      Role: 'claim',
      Content: claim.text,
      'Written By': map.extractor.displayName,
      ...claimCells(claim),
      ...sideCells([claim], map),
      Silent: sideOf(claim, map, 'silent'),
      Unproven: sideOf(claim, map, 'unproven'),
    })),
  ];
}

const claimCells = ({ id, agreement, agreementAfter, mark }: Claim): Row => ({
  Claim: id,
  Agreement: shown(agreement),
  'Agreement After': shown(agreementAfter),
  Mark: mark,
});

const sideCells = (claims: readonly Claim[], map: KeptMap['map']): Row => {
  const side = (stance: 'says' | 'contradicts') =>
    claims.flatMap((claim) => sideOf(claim, map, stance) || []).join('\n');
  return { 'Says So': side('says'), 'Contradicts It': side('contradicts') };
};

function roundRows(round: ExportedSettleRound): Row[] {
  const head = { Message: round.id, Time: round.timestamp, Round: round.number };
  const views = round.answers.flatMap((answer): Row[] => {
    const about = { ...head, Role: 'view', Status: answer.status, ...originCells(answer.aiService, answer.generation) };
    if (answer.views.length === 0) return [{ ...about, ...endCells(answer) }];
    return answer.views.map(({ claim, view, reason }, at) => ({
      ...about,
      // One call, however many claims: its time and cost stand once.
      ...(at === 0 && endCells(answer)),
      Content: reason,
      Claim: claim,
      View: view,
    }));
  });
  return [{ ...head, Role: 'round of settling', Status: round.status, ...endCells(round) }, ...views];
}

function answerRows(answer: MergedAnswer, map: KeptMap['map']): Row[] {
  const { id, status, timestamp, version, writer, sentences, stopReason } = answer;
  const head = { Message: id, Status: status, Time: timestamp, Version: version };
  const whole = paragraphsOf(answer).map((sentences) => sentences.map(({ text }) => text).join(' '));
  return [
    {
      ...head,
      Role: 'merged answer',
      ...endCells(answer),
      ...originCells(writer, answer.generation),
      'Stop Reason': stopReason,
      Content: whole.join('\n\n'),
    },
    ...sentences.map(({ text, claims, standing }) => ({
      ...head,
      Role: 'sentence',
      Content: text,
      'Written By': writer.displayName,
      Claim: claims.join(', '),
      Standing: standing,
      ...sideCells(
        map.claims.filter((claim) => claims.includes(claim.id)),
        map,
      ),
    })),
  ];
}

/** How long something took, what it cost, and why it is not whole. */
const endCells = ({ responseTime, cost, error }: Pick<Message, 'responseTime' | 'cost' | 'error'>): Row => ({
  'Response Time (ms)': responseTime,
  Cost: cost?.amount,
  Currency: cost?.currency,
  'Cost Source': cost?.source,
  Error: error,
});

const shown = (figure: number | null | undefined): number | undefined => figure ?? undefined;
