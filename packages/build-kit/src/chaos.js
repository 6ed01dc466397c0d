// `npm run chaos`: builds the servers and the instrument, then plays faults under load (e2e/src/chaos).
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
const child = spawn(process.execPath, ['e2e/dist/chaos/main.js', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => (process.exitCode = code ?? 1));
