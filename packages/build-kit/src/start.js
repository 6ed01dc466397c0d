// `npm start`. Nothing is imported at the top but the check itself: an old Node must get as far as its sentence.
import { checkNode } from './install/check-node.js';

checkNode();
const { fail } = await import('./fail.js');
const { runStart } = await import('./launcher/run-start.js');
await runStart(process.argv.slice(2)).catch((error) => {
  fail(error);
  process.exit();
});
