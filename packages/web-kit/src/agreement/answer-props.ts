import type { AgreementCell, AgreementMap, AiService } from '@polylogue/api-contract';
import type { Accent } from '../theme/accent.rules.js';

/** What is needed to show what is written from a map. */
export interface AnswerProps {
  /** A completed one. */
  map: AgreementMap;
  /** Of earlier ones, which lie folded away, no prices are read before a click. */
  isNewest: boolean;
  services: readonly AiService[];
  accents: ReadonlyMap<string, Accent>;
  /** Shows the passage of a cell. */
  onShow: (cell: AgreementCell) => void;
}
