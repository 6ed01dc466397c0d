// Makes a slice, a feature or an event that works: `npm run new -- …` (packages/build-kit/README.md).
import { root } from '../launcher/slices.js';
import { plan, stepsFor } from './plan.js';
import { readWords } from './read-words.js';
import { Refusal } from './refusal.js';
import { Tree } from './tree/tree.js';

try {
  const wanted = readWords(process.argv.slice(2));
  const tree = new Tree(root);
  const further = plan(tree, wanted);
  const changes = tree.changes();
  if (!wanted.isDry) await tree.commit();
  console.log(wanted.isDry ? 'This would be made:' : 'Made:');
  for (const change of changes) console.log(`  ${change}`);
  console.log('\nNext:');
  for (const [index, step] of stepsFor(wanted, further).entries()) console.log(`  ${index + 1}. ${step}`);
} catch (fault) {
  if (!(fault instanceof Refusal)) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
}
