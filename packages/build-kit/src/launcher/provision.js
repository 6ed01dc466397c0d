import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BackingError } from '../backing/backing-error.js';

const run = promisify(execFile);

/**
 * Makes the database, and each slice's schema and roles with their passwords; changes nothing that is right already.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env PROVISION_DATABASE_URL, and the URLs of each slice's roles
 */
export async function provision(root, env) {
  const cli = join(root, 'packages/service-kit/dist/database/provision-cli.js');
  try {
    await run(process.execPath, [cli], { cwd: root, env, timeout: 60_000 });
  } catch (error) {
    const { stderr, stdout, message } = /** @type {import('node:child_process').ExecFileException} */ (error);
    const said = String(stderr || stdout || message).trim();
    throw new BackingError('failed', `The database roles and schemas could not be made.\n    ${said}`);
  }
}
