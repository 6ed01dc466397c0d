import { Injectable } from '@nestjs/common';
import type { AdminUser, Analytics, ConversationPreview, listUsers } from '@polylogue/api-contract';
import { role, userSort } from '@polylogue/proto';
import type { z } from 'zod';
import { CatalogService } from '../ai-services/catalog.service.js';
import { AccessService } from '../auth/access.service.js';
import { SessionEndings } from '../auth/session-endings.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import type { WrittenAnswer } from '../http/written-answer.js';
import { FreshAnswers } from './fresh-answers.js';
import { toAdminUser, toAdminUserWithCounts, toPreview } from './users.mapper.js';
import { toSortWord } from './users.rules.js';

type Search = z.output<NonNullable<(typeof listUsers)['query']>>;

@Injectable()
export class UsersService {
  constructor(
    @InjectClient('users') private readonly users: ClientOf<'users'>,
    @InjectClient('accounts') private readonly accounts: ClientOf<'accounts'>,
    @InjectClient('previews') private readonly previews: ClientOf<'previews'>,
    @InjectClient('analytics') private readonly analytics: ClientOf<'analytics'>,
    @InjectClient('audit') private readonly audit: ClientOf<'audit'>,
    private readonly catalog: CatalogService,
    private readonly access: AccessService,
    private readonly endings: SessionEndings,
    private readonly answers: FreshAnswers,
  ) {}

  list(search: Search): Promise<WrittenAnswer> {
    return this.answers.get(`list ${JSON.stringify(search)}`, () => this.#list(search));
  }

  count(q = ''): Promise<WrittenAnswer> {
    return this.answers.get(`count ${q}`, () => this.#count(q));
  }

  async #list({ q = '', sort, order, limit = 0, offset = 0, waiting }: Search): Promise<AdminUser[]> {
    const { people } = await this.accounts.listPeople({
      query: q,
      sort: userSort.fromWord(toSortWord(sort ?? 'createdAt')),
      ascending: order === 'asc',
      limit,
      offset,
      onlyWaiting: waiting === 'true',
      withoutCounts: true,
    });
    return people.map(toAdminUserWithCounts);
  }

  async #count(q: string): Promise<{ total: number; waiting: number }> {
    const sort = userSort.fromWord('created_at');
    const page = { ascending: false, limit: 1, offset: 0, onlyWaiting: false, withoutCounts: false };
    const { total, waiting } = await this.accounts.listPeople({ query: q, sort, ...page });
    return { total, waiting };
  }

  async approve(userId: string): Promise<AdminUser> {
    const user = await this.users.approveUser({ userId });
    this.answers.forget();
    this.access.forget(userId);
    return toAdminUser(user);
  }

  async setRole(userId: string, wanted: 'admin' | 'user'): Promise<AdminUser> {
    const user = await this.accounts.setRole({ userId, role: role.fromWord(wanted) });
    this.answers.forget();
    this.access.forget(userId);
    return toAdminUser(user);
  }

  async setBlocked(userId: string, isBlocked: boolean): Promise<AdminUser> {
    const user = await this.accounts.setBlocked({ userId, isBlocked });
    this.answers.forget();
    this.access.forget(userId);
    if (isBlocked) await this.endings.endAll(userId);
    return toAdminUser(user);
  }

  /** They stay a user and may sign in again. Written down before it is done. */
  async signOut(userId: string): Promise<void> {
    await this.users.getAccess({ userId });
    await this.audit.recordDeed({ action: 'user_signed_out', subjectId: userId, details: '{}' });
    await this.endings.endAll(userId);
  }

  async erase(userId: string): Promise<void> {
    await this.accounts.erasePerson({ userId });
    this.answers.forget();
    this.access.forget(userId);
    await this.endings.endAll(userId);
  }

  /** Written down before it is looked at. */
  async conversationsOf(userId: string): Promise<ConversationPreview[]> {
    await this.audit.recordView({ userId });
    const [{ conversations }, label] = await Promise.all([
      this.previews.listPreviews({ userId }),
      this.catalog.labels(),
    ]);
    return conversations.map((each) => ({ ...toPreview(each), aiService: label(each.aiService) }));
  }

  figures(): Promise<WrittenAnswer> {
    return this.answers.get('figures', () => this.#figures());
  }

  async #figures(): Promise<Analytics> {
    const { averageSessionDurationMs, ...figures } = await this.analytics.getAnalytics({});
    return { ...figures, averageSessionDuration: averageSessionDurationMs ?? null };
  }
}
