import type { AgreementCell, AgreementClaim, AgreementMap, ClaimMark } from '@polylogue/api-contract';
import type { Accent } from '../theme/accent.rules.js';

/** What the two ways to show the claims of a map are given. */
export interface ClaimsProps {
  map: AgreementMap;
  accents: ReadonlyMap<string, Accent>;
  /** Shows the passage of a cell that has one. */
  onShow: (cell: AgreementCell) => void;
  /** Of claims that were settled, the figure by the sides as they are now. */
  after: ReadonlyMap<number, number | null>;
  onMark: (claim: AgreementClaim, mark: ClaimMark | null) => void;
}
