// `npm test`. Nothing is imported at the top but the check itself: an old Node must get as far as its sentence.
import { checkNode } from './install/check-node.js';

checkNode();
const { runTest } = await import('./checks/run-test.js');
process.exitCode = await runTest(process.argv.slice(2)).catch((/** @type {Error} */ error) => {
  console.error(`\n${error.message}`);
  return 1;
});
