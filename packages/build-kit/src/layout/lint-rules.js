import { functionLength } from './function-length.js';
import { inlineSpreads } from './inline-spreads.js';
import { vocabulary } from './vocabulary.js';

/** Rules of this project, as `.oxlintrc.json` loads them: `layout/…`. @type {import('@oxlint/plugins').Plugin} */
export default {
  meta: { name: 'layout' },
  rules: { 'function-length': functionLength, 'inline-spreads': inlineSpreads, vocabulary },
};
