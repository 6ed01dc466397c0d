import { Controller } from '@nestjs/common';
import { listAuditEntries, verifyAudit } from '@polylogue/api-contract';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { ValidQuery } from '../http/input.js';
import { KeyNames } from '../key-access/key-names.js';
import { Serves } from '../http/serves.js';
import { UserNames, type NamedUser } from '../users/user-names.js';
import { keyIdsOf, toAuditEntry } from './audit.mapper.js';

const verifyWithinMs = 30_000;

@Controller()
export class AuditController {
  constructor(
    @InjectClient('audit') private readonly audit: ClientOf<'audit'>,
    private readonly names: UserNames,
    private readonly keys: KeyNames,
  ) {}

  @Serves(listAuditEntries)
  async list(@ValidQuery() { before = 0, limit = 50 }: { before?: number; limit?: number }) {
    const { entries } = await this.audit.listAuditEntries({ before, limit });
    const users = new Map<string, NamedUser | null>();
    await this.names.learn(
      entries.flatMap(({ actorId, subjectId }) => [actorId ?? [], subjectId ?? []].flat()),
      users,
    );
    const keys = await this.keys.of(keyIdsOf(entries));
    return entries.map((entry) => toAuditEntry(entry, { users, keys }));
  }

  @Serves(verifyAudit)
  async verify() {
    const { brokenAt, ...found } = await this.audit.verifyAudit({}, { deadlineMs: verifyWithinMs });
    return { ...found, brokenAt: brokenAt ?? null };
  }
}
