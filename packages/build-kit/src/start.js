// `npm start`. Nothing is imported at the top but the check itself: an old Node must get as far as its sentence.
import { checkNode } from './launcher/check-node.js';

checkNode();
const { fail, runStart } = await import('./launcher/run-start.js');
await runStart(process.argv.slice(2)).catch((error) => {
  fail(error);
  process.exit();
});
