import { plan, stepsFor } from './plan.js';
import { readArguments } from './read-arguments.js';
import { Tree } from './tree/tree.js';

/**
 * Makes what the arguments ask for in a checkout.
 * @param {string} root of the checkout
 * @param {string[]} args of `npm run new --`
 * @returns {Promise<string>} what was made, and what to do next
 * @throws {import('./refusal.js').Refusal} before anything is written
 */
export async function carryOut(root, args) {
  const wanted = readArguments(args);
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
