// Makes a slice, a feature or an event that works: `npm run new -- …` (packages/build-kit/README.md).
import { root } from '../slices.js';
import { carryOut } from './carry-out.js';
import { Refusal } from './refusal.js';

try {
  console.log(await carryOut(root, process.argv.slice(2)));
} catch (fault) {
  if (!(fault instanceof Refusal)) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
}
