import type {
  AgreementCell,
  AgreementClaim,
  AgreementMap,
  AiService,
  ClaimMark,
  Stance,
} from '@polylogue/api-contract';

/** A map needs two replies to compare. */
export const minReplies = 2;

/** Agreement in whole percent. What is disputed at all never reads as full agreement. */
export const percent = (agreement: number): string =>
  `${agreement < 100 ? Math.min(99, Math.round(agreement)) : 100} %`;

/** The same, where there may be none. */
export const figureOf = (agreement: number | null | undefined): string =>
  agreement === null || agreement === undefined ? '–' : percent(agreement);

/** Whether replies take both sides, each with a proven quote. */
export const isDisputed = ({ agreement }: Pick<AgreementClaim, 'agreement'>): boolean =>
  agreement !== null && agreement < 100;

/** A map in a line: `83 % agreement · 12 claims · 2 disputed`. A figure that is not known is left out, never 0. */
export function mapFigures({ agreement, claims }: Pick<AgreementMap, 'agreement' | 'claims'>): string {
  const disputed = claims.filter(isDisputed).length;
  return [
    ...(agreement === null ? [] : [`${percent(agreement)} agreement`]),
    claims.length === 1 ? '1 claim' : `${claims.length} claims`,
    ...(claims.length === 0 ? [] : [disputed === 0 ? 'none disputed' : `${disputed} disputed`]),
  ].join(' · ');
}

export const mapTitle = ({ extractor }: Pick<AgreementMap, 'extractor'>): string =>
  `Agreement map by ${extractor.displayName}`;

const endings: Partial<Record<AgreementMap['status'], string>> = {
  failed: 'Failed',
  interrupted: 'Interrupted',
  cancelled: 'Cancelled',
};

/** How a map ended, when it was not simply completed. */
export const endingOf = ({ status }: Pick<AgreementMap, 'status'>): string | undefined => endings[status];

/** What a cell means when it has no quote to show. */
const withoutQuote: Record<Stance, string> = {
  says: 'says so',
  contradicts: 'contradicts it',
  silent: 'does not speak of it',
  unproven: 'no passage of the reply proves a stance, so it counts for nothing',
};

export const quoteOrMeaning = ({ quote, stance }: Pick<AgreementCell, 'quote' | 'stance'>): string =>
  quote ? `“${quote.text}”` : withoutQuote[stance];

/** How a screen reader names a cell: `Claim 3, Demo Brief: contradicts – “…”`. */
export const cellName = (number: number, displayName: string, cell: AgreementCell): string =>
  `Claim ${number}, ${displayName}: ${cell.stance} – ${quoteOrMeaning(cell)}`;

/** The marks a user can give a claim, in the order in which they are offered. */
export const markLabels: Record<ClaimMark, string> = { settled: 'Settled', wrong: 'Wrong', important: 'Important' };

/** Who can find claims: text services that are connected; not their variants, which have instructions of their own. */
export const extractorsOf = (services: readonly AiService[]): AiService[] =>
  services.filter(
    ({ category, status, variantOf, former }) =>
      category === 'text' && status === 'connected' && variantOf === undefined && !former,
  );

interface Mapped {
  broadcastId?: string | undefined;
}

/** The round that a map of these replies is kept with: the newest, as ids sort by time. */
export const roundOf = (replies: readonly Mapped[]): string | undefined =>
  replies
    .flatMap(({ broadcastId }) => broadcastId ?? [])
    .toSorted()
    .at(-1);

/** The maps of a round with one that was changed or is new. */
export const withMap = (maps: readonly AgreementMap[], changed: AgreementMap): AgreementMap[] =>
  maps.some(({ id }) => id === changed.id)
    ? maps.map((map) => (map.id === changed.id ? changed : map))
    : [...maps, changed];

/** A map with another mark of one claim; null takes the mark away. */
export const withMark = (map: AgreementMap, claimId: number, mark: ClaimMark | null): AgreementMap => ({
  ...map,
  claims: map.claims.map((claim) => (claim.id === claimId ? { ...claim, mark: mark ?? undefined } : claim)),
});
