// `npm run abuse`: builds the servers and the instrument, and the pages where a browser opens them, then attacks the product
// (e2e/src/abuse).
import { spawn } from 'node:child_process';
import { checkNode } from './install/check-node.js';

checkNode();
const { installWhenNeeded } = await import('./install/install.js');
const { root } = await import('./slices.js');
await installWhenNeeded(root, console.warn);
const { buildNode, nodeWorkspaces } = await import('./build-node.js');
const { failures } = await buildNode({ workspaces: [...(await nodeWorkspaces()), 'packages/test-kit', 'e2e'] });
if (failures.length > 0) {
  console.error(`These files do not compile:\n${failures.join('\n')}`);
  process.exit(1);
}
/** The parts that open pages in a browser. */
const inBrowser = ['replies', 'cross-site'];
const named = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const env = { ...process.env };
if (named.length === 0 || inBrowser.some((part) => named.includes(part))) {
  const { findChromium } = await import('./checks/chromium.js');
  const chromium = await findChromium(console.warn);
  if (!chromium) {
    console.error(
      `${inBrowser.join(' and ')} need a browser: none was found on PATH or in CHROMIUM_PATH. Name other parts, or install Chromium.`,
    );
    process.exit(1);
  }
  env.CHROMIUM_PATH = chromium;
  const { buildWebSlices } = await import('./build/web-build.js');
  await buildWebSlices(console.warn);
}
const child = spawn(process.execPath, ['e2e/dist/abuse/main.js', ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: 'inherit',
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => (process.exitCode = code ?? 1));
