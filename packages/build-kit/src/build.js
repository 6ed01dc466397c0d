// `npm run build [slice…]`: compiles the servers and builds the web slices, only what changed.
import { checkNode } from './install/check-node.js';

checkNode();
const { buildServers } = await import('./build/build-servers.js');
const { buildWebSlices } = await import('./build/web-build.js');
const { fail } = await import('./fail.js');
const { webSlices } = await import('./slices.js');

const named = process.argv.slice(2);
/** @param {string} line */
const report = (line) => console.log(`  ${line}`);
try {
  const unknown = named.find((name) => !webSlices().includes(name));
  if (unknown) throw new Error(`${unknown} is no web slice; there are: ${webSlices().join(', ')}.`);
  if (named.length === 0) await buildServers(report);
  await buildWebSlices(report, named.length > 0 ? { slices: named } : {});
  console.log('Everything is built.');
} catch (error) {
  fail(/** @type {Error} */ (error));
}
