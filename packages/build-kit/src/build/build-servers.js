import { buildNode, nodeWorkspaces } from '../build-node.js';

/**
 * Compiles what changed of the servers, and of the command line that speaks to them.
 * @param {(line: string) => void} report
 */
export async function buildServers(report) {
  const begun = performance.now();
  const { compiled, total, failures } = await buildNode({ workspaces: [...(await nodeWorkspaces()), 'packages/cli'] });
  if (failures.length > 0) throw new Error(`These files do not compile:\n${failures.join('\n')}`);
  if (compiled === 0) return;
  report(
    `servers built, ${compiled} of ${total} files`.padEnd(52) + ` ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  );
}
