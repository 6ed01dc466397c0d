import type {
  AgreementCell,
  AgreementMap,
  AiService,
  AiServiceLabel,
  MergedAnswer,
  MergedSentence,
} from '@polylogue/api-contract';
import { extractorsOf } from './agreement.rules.js';

/** A passage that stands behind a sentence, or against one of its claims. */
export interface Proof {
  service: AiServiceLabel;
  cell: AgreementCell;
}

/** The passages of the claims a sentence names, by the side they take; a passage that proves two of them stands once. */
export function proofOf(
  { claims: ids }: Pick<MergedSentence, 'claims'>,
  { claims, replies }: Pick<AgreementMap, 'claims' | 'replies'>,
): { says: Proof[]; contradicts: Proof[] } {
  const cells = ids.flatMap((id) => claims.find((claim) => claim.id === id)?.cells ?? []);
  const proofs = (side: AgreementCell['stance']): Proof[] => {
    const seen = new Set<string>();
    return cells.flatMap((cell) => {
      const service = replies.find(({ messageId }) => messageId === cell.messageId)?.aiService;
      const key = `${cell.messageId} ${cell.quote?.start} ${cell.quote?.end}`;
      if (cell.stance !== side || !cell.quote || !service || seen.has(key)) return [];
      seen.add(key);
      return { service, cell };
    });
  };
  return { says: proofs('says'), contradicts: proofs('contradicts') };
}

export const servicesOf = (proofs: readonly Proof[]): number => new Set(proofs.map(({ service }) => service.name)).size;

/** How a screen reader names a passage: `Demo Brief contradicts: “…”`. */
export const proofName = ({ service, cell }: Proof): string =>
  `${service.displayName} ${cell.stance}: “${cell.quote?.text ?? ''}”`;

/** An answer's paragraphs. */
export function paragraphsOf(sentences: readonly MergedSentence[]): MergedSentence[][] {
  const paragraphs: MergedSentence[][] = [];
  for (const sentence of sentences) {
    const last = paragraphs.at(-1);
    if (last && !sentence.startsParagraph) last.push(sentence);
    else paragraphs.push([sentence]);
  }
  return paragraphs;
}

export const answerTitle = ({ writer }: Pick<MergedAnswer, 'writer'>): string => `One answer by ${writer.displayName}`;

/** Who writes what follows a version: its own writer, while that can be asked; unsaid where it found the claims. */
export const writerOf = (
  { writer }: Pick<MergedAnswer, 'writer'>,
  { extractor }: Pick<AgreementMap, 'extractor'>,
  services: readonly AiService[],
): string | undefined =>
  writer.name === extractor.name ? undefined : extractorsOf(services).find(({ name }) => name === writer.name)?.name;

/** An answer in a line: `7 sentences · 2 disputed`. */
export function answerFigures({ sentences }: Pick<MergedAnswer, 'sentences'>): string {
  const countOf = (standing: MergedSentence['standing']) =>
    sentences.filter((each) => each.standing === standing).length;
  const [disputed, unproven] = [countOf('disputed'), countOf('unproven')];
  return [
    sentences.length === 1 ? '1 sentence' : `${sentences.length} sentences`,
    ...(disputed > 0 ? [`${disputed} disputed`] : []),
    ...(unproven > 0 ? [`${unproven} unproven`] : []),
  ].join(' · ');
}

/** A version in the list of them: `Version 2 · Shorter`. */
export const versionLabel = ({ version, steering }: Pick<MergedAnswer, 'version' | 'steering'>): string =>
  steering === undefined ? `Version ${version}` : `Version ${version} · ${steering}`;

/** Why an answer that was completed is not whole. */
export const shortening = ({ stopReason }: Pick<MergedAnswer, 'stopReason'>): string | undefined =>
  stopReason === undefined
    ? undefined
    : stopReason === 'length'
      ? 'It was cut short: the writer reached its longest answer.'
      : `It was cut short by the provider: ${stopReason}.`;

/** The versions with one that was changed or is new. */
export const withAnswer = (answers: readonly MergedAnswer[], changed: MergedAnswer): MergedAnswer[] =>
  answers.some(({ id }) => id === changed.id)
    ? answers.map((answer) => (answer.id === changed.id ? changed : answer))
    : [...answers, changed];

/** A uuid as the key of a click; also where the page is served without TLS and has no `crypto.randomUUID`. */
export function newKey(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20)].join('-');
}
