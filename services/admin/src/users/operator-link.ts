import type { Database } from '@polylogue/service-kit';
import { AuditLogRepository } from '../audit-log/audit-log.repository.js';
import { makeToken } from '../passwords/reset-token.rules.js';
import { PasswordResetsRepository } from './password-resets.repository.js';
import { normalEmail } from './user.rules.js';
import { userNotFound } from './users.errors.js';
import { UsersRepository } from './users.repository.js';

/** A link for a new password, made by whoever runs the installation: for the last administrator nobody else can. */
export async function makeOperatorLink(
  database: Pick<Database, 'asWorker'>,
  email: string,
): Promise<{ token: string; expiresAt: Date }> {
  const { token, tokenHash } = makeToken();
  const expiresAt = await database.asWorker(async (tx) => {
    const known = await new UsersRepository().findHash(tx, normalEmail(email));
    if (!known) throw userNotFound();
    const at = await new PasswordResetsRepository().set(tx, known.id, tokenHash);
    const entry = { action: 'password_link_made', subject: known.id, details: { by: 'operator' } };
    await new AuditLogRepository().append(tx, entry);
    return at;
  });
  return { token, expiresAt };
}
