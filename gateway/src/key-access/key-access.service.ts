import { Inject, Injectable } from '@nestjs/common';
import type { Route } from '@polylogue/api-contract';
import { currentContext, Database, LOGGER, RecentAnswers, type Logger } from '@polylogue/service-kit';
import { Clock } from '../clock.js';
import { invalidKey, mustBeOpenToKeys, mustHaveScope, sessionIdOf } from './key-access.rules.js';
import { KeyRecords } from './key-records.js';
import { ApiKeysRepository, type ApiKeyRow } from './api-keys.repository.js';
import { hashOf, isKeyToken } from './key-token.rules.js';
import type { HttpRequest } from '../http/http-messages.js';

// Half of the second within which a key that was revoked elsewhere must be refused here.
const recentMs = 500;
const noteEveryMs = 60_000;
const maxRemembered = 10_000;

/** Lets requests in by their API key. */
@Injectable()
export class KeyAccess {
  readonly #found: RecentAnswers<ApiKeyRow | undefined>;
  readonly #used: RecentAnswers<void>;

  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeysRepository,
    private readonly records: KeyRecords,
    @Inject(Clock) clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const isKept = (found: ApiKeyRow | undefined) => found !== undefined;
    this.#found = new RecentAnswers({ lastsMs: recentMs, max: maxRemembered, isKept }, clock);
    this.#used = new RecentAnswers({ lastsMs: noteEveryMs, max: maxRemembered }, clock);
  }

  /** Makes the owner of the key the user of this request. Throws when the key is none, or not for this route. */
  async admit(request: HttpRequest, route: Route | undefined, token: string): Promise<void> {
    mustBeOpenToKeys(route);
    const key = await this.#find(token);
    if (!key) throw invalidKey();
    request.session.userId = key.userId;
    request.sessionID = sessionIdOf(key.id);
    mustHaveScope(route, key);
    request.keyScopes = key.scopes;
    actBy(key);
    this.#noteUse(key, request.ip ?? '');
  }

  /** Those of the keys that still hold. */
  alive(ids: readonly string[]): Promise<Set<string>> {
    return this.database.asWorker((tx) => this.keys.alive(tx, ids));
  }

  /** A key was revoked here: the next call goes to the table. */
  forget(): void {
    this.#found.forget();
  }

  async #find(token: string): Promise<ApiKeyRow | undefined> {
    if (!isKeyToken(token)) return undefined;
    const hash = hashOf(token);
    return this.#found.get(hash.toString('hex'), () => this.database.asWorker((tx) => this.keys.find(tx, hash)));
  }

  // In the background: no request waits for it or fails because of it.
  #noteUse(key: ApiKeyRow, address: string): void {
    this.#used
      .get(`${key.id} ${address}`, () => this.#note(key, address))
      .catch((error: unknown) => this.logger.warn({ err: error }, 'noting the use of an API key failed'));
  }

  async #note(key: ApiKeyRow, address: string): Promise<void> {
    const isNew = await this.database.asWorker((tx) => this.keys.noteUse(tx, key.id, address));
    if (isNew) this.records.used(key, address);
  }
}

// What is allowed and what is spent by this request is decided for the key as well.
function actBy({ id, aiServices, dailyBudgetMicros }: ApiKeyRow): void {
  const context = currentContext();
  if (!context) throw new Error('A request is served outside a request context.');
  context.apiKey = { id, aiServices, dailyBudgetMicros: dailyBudgetMicros ?? undefined };
}
