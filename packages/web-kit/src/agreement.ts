/** The entry for screens that show what the replies of a round agree on; loaded when one is opened. */
export { useDefaultExtractor } from './agreement/agreement.api.js';
export { AgreementMaps, type AgreementMapsProps } from './agreement/agreement-maps.js';
export { useAgreementMaps } from './agreement/agreement.api.js';
export { extractorsOf, mapFigures, minReplies, roundOf } from './agreement/agreement.rules.js';
export { clearPassage, showPassage } from './agreement/passage.js';
