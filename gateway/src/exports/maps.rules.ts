import type {
  AgreementCell,
  AgreementClaim,
  AgreementMap,
  ExportedAgreementMap,
  ExportedConversation,
  ExportedMessage,
  ExportedSettleRound,
  MergedAnswer,
} from '@polylogue/api-contract';
import { costRemarks, originRemarks } from './origin.rules.js';
import { minutes } from './transcript.rules.js';

const words: Record<AgreementCell['stance'], string> = {
  says: 'says so',
  contradicts: 'contradicts it',
  silent: 'is silent',
  unproven: 'unproven',
};

type ExportedClaim = ExportedAgreementMap['claims'][number];

const names = (map: AgreementMap, messageId: string): boolean =>
  map.replies.some((reply) => reply.messageId === messageId);

/** A map with what was made of it. */
export interface KeptMap {
  map: ExportedAgreementMap;
  /** Oldest first, as its rounds. */
  answers: MergedAnswer[];
  rounds: ExportedSettleRound[];
}

type Lists = Pick<ExportedConversation, 'mergedAnswers' | 'settleRounds'>;

/** A map with what stands of it in the same conversation. */
export const keptOf = (map: ExportedAgreementMap, { mergedAnswers = [], settleRounds = [] }: Lists): KeptMap => ({
  map,
  answers: mergedAnswers.filter(({ mapId }) => mapId === map.id),
  rounds: settleRounds.filter(({ mapId }) => mapId === map.id),
});

/** The maps that stand behind a message: where the first of their replies in this part of the conversation is. */
export const mapsBehind = (part: ExportedConversation, { id }: ExportedMessage): KeptMap[] =>
  (part.agreementMaps ?? [])
    .filter((map) => names(map, id) && part.messages.find((message) => names(map, message.id))?.id === id)
    .map((map) => keptOf(map, part));

/** Those about any of these replies. */
export const mapsAbout = (maps: readonly KeptMap[], messageIds: ReadonlySet<string>): KeptMap[] =>
  maps.filter(({ map }) => map.replies.some(({ messageId }) => messageIds.has(messageId)));

export const mapTitle = ({ extractor }: AgreementMap): string => `Agreement map by ${extractor.displayName}`;

/** What is known about a map beside its claims. */
export function mapRemarks({ timestamp, status, agreement, responseTime, cost, generation }: AgreementMap): string[] {
  return [
    minutes(timestamp),
    ...(status === 'completed' ? [] : [status]),
    ...(agreement === null ? [] : [`agreement ${agreement} %`]),
    ...(responseTime === undefined ? [] : [`${(responseTime / 1000).toFixed(1)} s`]),
    ...costRemarks(cost),
    ...originRemarks(generation),
  ];
}

/** What is known about a claim beside its text. */
export const claimRemarks = ({ agreement, agreementAfter, mark }: ExportedClaim): string[] => [
  agreement === null ? 'no figure' : `agreement ${agreement} %`,
  ...(agreementAfter === undefined
    ? []
    : [`after settling ${agreementAfter === null ? 'no figure' : `${agreementAfter} %`}`]),
  ...(mark ? [`marked as ${mark}`] : []),
];

/** What one reply says of a claim. */
export interface SaidOfClaim {
  speaker: string;
  stance: string;
  quote: string | undefined;
}

/** What each reply says of a claim, in the order of the replies. */
export const saidOf = ({ cells }: AgreementClaim, { replies }: AgreementMap): SaidOfClaim[] =>
  cells.map(({ messageId, stance, quote }) => ({
    speaker: replies.find((reply) => reply.messageId === messageId)?.aiService.displayName ?? 'Unknown',
    stance: words[stance],
    quote: quote?.text,
  }));

/** The services whose replies have a stance, and what of them proves it. */
export const sideOf = (claim: AgreementClaim, map: AgreementMap, stance: AgreementCell['stance']): string =>
  saidOf(claim, map)
    .filter((said) => said.stance === words[stance])
    .map(({ speaker, quote }) => (quote === undefined ? speaker : `${speaker}: “${quote}”`))
    .join('\n');
