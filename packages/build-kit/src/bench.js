// `npm run bench`: builds the servers, the benchmark, and the pages when they are measured, then runs it.
import { spawn } from 'node:child_process';
import { checkNode } from './install/check-node.js';

checkNode();
const { installWhenNeeded } = await import('./install/install.js');
const { root } = await import('./slices.js');
await installWhenNeeded(root, console.log);
const { buildNode, nodeWorkspaces } = await import('./build-node.js');
const { failures } = await buildNode({
  workspaces: [...new Set([...(await nodeWorkspaces()), 'packages/test-kit', 'packages/markdown', 'bench'])],
});
if (failures.length > 0) {
  console.error(`These files do not compile:\n${failures.join('\n')}`);
  process.exit(1);
}
// What `npm start` runs.
const { bundleServers } = await import('./build/bundle-servers.js');
await bundleServers(console.log);
// Some measurements look at the pages.
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
if (named.length === 0 || ['frames', 'pages'].some((measure) => named.includes(measure))) {
  const { buildWebSlices } = await import('./build/web-build.js');
  await buildWebSlices(console.log);
}
const child = spawn(process.execPath, ['--expose-gc', 'bench/dist/main.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => (process.exitCode = code ?? 1));
