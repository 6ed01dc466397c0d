// `npm run reset-link -w services/admin -- ada@example.org`: prints a link by which a local account gets a new password.
import { AppError, createLogger, Database, loadConfig } from '@polylogue/service-kit';
import { config } from '../config.js';
import { makeOperatorLink } from './operator-link.js';
import { UserEntity } from './user.entity.js';

const settings = loadConfig(
  config.pick({ ADMIN_DATABASE_URL: true, ADMIN_WORKER_DATABASE_URL: true, LOG_LEVEL: true, PUBLIC_URL: true }),
);
const [email = ''] = process.argv.slice(2);

const database = new Database({
  schema: 'admin',
  appUrl: settings.ADMIN_DATABASE_URL,
  workerUrl: settings.ADMIN_WORKER_DATABASE_URL,
  poolSize: 1,
  entities: [UserEntity],
  logger: createLogger('admin', settings.LOG_LEVEL),
});
try {
  await database.connect();
  const { token, expiresAt } = await makeOperatorLink(database, email);
  const origin = settings.PUBLIC_URL === undefined ? '' : new URL(settings.PUBLIC_URL).origin;
  const where = origin === '' ? ' behind the address of your installation' : '';
  process.stdout.write(`Open this${where}, once and until ${expiresAt.toISOString()}, to set a new password:\n`);
  process.stdout.write(`${origin}/reset-password#${token}\n`);
} catch (error) {
  if (!AppError.is(error)) throw error;
  process.stderr.write(`There is no local account with the e-mail address "${email}".\n`);
  process.exitCode = 1;
} finally {
  await database.close();
}
