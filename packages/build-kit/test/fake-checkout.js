import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { scratchFolder } from './scratch.js';

const root = resolve(import.meta.dirname, '../../..');

/**
 * Just enough of a server: it answers on its ports, says its start as our logger does, and ends when asked.
 * @param {string} name
 * @param {string[]} portKeys variables that hold its ports
 */
const server = (name, portKeys) => `
import { createServer } from 'node:http';
const servers = ${JSON.stringify(portKeys)}.map((key) =>
  createServer((request, response) => {
    if (request.url === '/crash') process.exit(7);
    const { PROVISION_DATABASE_URL: admin = null, SETUP_CODE: code } = process.env;
    response.end(JSON.stringify({ pid: process.pid, admin, needsSetupCode: code !== undefined }));
  }).listen(Number(process.env[key]), '127.0.0.1'),
);
console.log(JSON.stringify({ level: 'info', service: '${name}', msg: 'started' }));
process.on('SIGTERM', () => process.env.DEAF || servers.forEach((one) => (one.close(), one.closeAllConnections())));
`;

const provisionCli = `
if (!process.env.PROVISION_DATABASE_URL || !process.env.QUALITY_OWNER_DATABASE_URL) process.exit(1);
`;

/** A checkout with the real launcher and two servers of a few lines: the launcher is what is tested. */
export async function fakeCheckout() {
  const folder = await scratchFolder();
  /** @param {string} path @param {string} text */
  const write = async (path, text) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await cp(join(root, 'packages/build-kit/src'), join(folder, 'packages/build-kit/src'), { recursive: true });
  await cp(join(root, 'package-lock.json'), join(folder, 'package-lock.json'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await write(
    'package.json',
    JSON.stringify({ type: 'module', scripts: { start: 'node packages/build-kit/src/start.js' } }),
  );
  await write('packages/service-kit/src/database/provision-cli.ts', provisionCli);
  await write('services/quality/src/main.ts', server('quality', ['QUALITY_HEALTH_PORT']));
  await write('services/admin/src/main.ts', server('admin', ['ADMIN_HEALTH_PORT']));
  await write('gateway/src/main.ts', server('gateway', ['GATEWAY_HEALTH_PORT', 'PORT']));
  return folder;
}
