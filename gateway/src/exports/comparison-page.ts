import type {
  Comparison,
  ExportedConversation,
  ExportedMessage,
  QualityAssessment,
  Round,
  RoundReply,
} from '@polylogue/api-contract';
import { roundsOf } from '@polylogue/api-contract';
import { AppError } from '@polylogue/service-kit';
import type { ExportedPart } from '../conversations/exported-parts.js';
import { keptOf, type KeptMap } from './maps.rules.js';
import { assessmentsByReply } from './scores.rules.js';
import { minutes } from './transcript.rules.js';

/** One comparison with all its rounds, as a page shows it. */
export interface ComparisonPage {
  comparison: Comparison;
  rounds: Round<ExportedMessage>[];
  /** What was said about each reply, by its id. */
  judged: ReadonlyMap<string, readonly QualityAssessment[]>;
  /** What its replies agree on, each once. */
  maps: readonly KeptMap[];
}

/** What stands below the title of a page. */
export const headRemarks = ({ comparison: { starred, tags } }: ComparisonPage, at: Date): string[] => [
  `Exported ${minutes(at.toISOString())}`,
  ...(starred ? ['starred'] : []),
  ...tags,
];

/** The maps that are kept with a round. */
export const mapsOfRound = ({ maps }: ComparisonPage, replies: readonly RoundReply<ExportedMessage>[]) =>
  maps.filter(({ map }) => replies.some(({ message }) => message.broadcastId === map.broadcastId));

/** A page is made from all of it at once; longer ones come as JSON or CSV, in parts. */
const maxCharacters = 32 * 1024 * 1024;

/** Reads the parts of a comparison's conversations to their end. */
export async function readComparison(
  comparison: Comparison,
  parts: AsyncIterable<ExportedPart>,
): Promise<ComparisonPage> {
  const threads = new Map<string, ExportedConversation>();
  const judged = new Map<string, readonly QualityAssessment[]>();
  const maps = new Map<string, KeptMap>();
  let characters = 0;
  for await (const part of parts) {
    for (const { content } of part.messages) characters += content.length;
    if (characters > maxCharacters) throw tooLong();
    for (const [id, assessments] of assessmentsByReply(part)) judged.set(id, assessments);
    for (const map of part.agreementMaps ?? []) maps.set(map.id, keptOf(map, part));
    const known = threads.get(part.id);
    if (known) known.messages.push(...part.messages);
    else threads.set(part.id, { ...part, messages: [...part.messages] });
  }
  // In the order in which they joined.
  const joined = comparison.conversations.flatMap(({ id }) => threads.get(id) ?? []);
  return { comparison, rounds: roundsOf(joined), judged, maps: [...maps.values()] };
}

const tooLong = () =>
  new AppError('invalid', 'export_too_long', 'This comparison is too long for one page. Export it as JSON or CSV.');
