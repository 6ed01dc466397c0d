import { spawn } from 'node:child_process';
import { checkNode } from './install/check-node.js';

/**
 * Builds the servers and what is in e2e, then runs an instrument of it with the arguments of the command line.
 * @param {string} main its program, from the root
 * @param {() => Promise<Record<string, string | undefined>>} prepare builds what else it needs; returns variables of its environment
 */
export async function runInstrument(main, prepare = async () => ({})) {
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
  const env = { ...process.env, ...(await prepare()) };
  const child = spawn(process.execPath, [main, ...process.argv.slice(2)], { cwd: root, env, stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => (process.exitCode = code ?? 1));
}
