import { plan, stepsFor } from './plan.js';
import { readWords } from './read-words.js';
import { Tree } from './tree/tree.js';

/**
 * Makes what is wanted in a checkout.
 * @param {string} root of the checkout
 * @param {string[]} words what stands behind `npm run new --`
 * @returns {Promise<string>} what was made, and what to do next
 * @throws {import('./refusal.js').Refusal} before anything is written
 */
export async function carryOut(root, words) {
  const wanted = readWords(words);
  const tree = new Tree(root);
  const further = plan(tree, wanted);
  const changes = tree.changes();
  if (!wanted.isDry) await tree.commit();
  return [
    wanted.isDry ? 'This would be made:' : 'Made:',
    ...changes.map((change) => `  ${change}`),
    '\nNext:',
    ...stepsFor(wanted, further).map((step, index) => `  ${index + 1}. ${step}`),
  ].join('\n');
}
