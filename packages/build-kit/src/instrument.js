import { spawn } from 'node:child_process';
import { checkNode } from './install/check-node.js';

/**
 * Builds the servers and what is in e2e, then runs an instrument of it with the arguments of the command line.
 * @param {string} main its program, from the root
 */
export async function runInstrument(main) {
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
  const child = spawn(process.execPath, [main, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => (process.exitCode = code ?? 1));
}
