import connectPgSimple from 'connect-pg-simple';
import type { RequestHandler } from 'express';
import session, { type SessionData } from 'express-session';
import pg from 'pg';
import { unprefixed, type Logger } from '@polylogue/service-kit';
import type { GatewayConfig } from '../config.js';
import type { AccessPrefetch } from './access-prefetch.js';
import { isOver } from './session-end.rules.js';
import type { RecentSessions } from './recent-sessions.js';

const awayMs = 1_500;
const aDayMs = 24 * 60 * 60 * 1000;

/** The pool of the session table. A session is looked up before its user is known: the narrow worker role does it. */
export function sessionPool(config: GatewayConfig, logger: Logger): pg.Pool {
  const { WORKER_DATABASE_URL, DATABASE_POOL } = unprefixed('gateway', config);
  const pool = new pg.Pool({
    connectionString: WORKER_DATABASE_URL,
    max: DATABASE_POOL,
    connectionTimeoutMillis: awayMs,
    query_timeout: awayMs,
    application_name: 'polylogue gateway sessions',
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'an idle database connection was lost'));
  return pool;
}

/** Sessions in Postgres, named by a signed cookie that scripts cannot read. */
export function sessionMiddleware(
  config: GatewayConfig,
  {
    pool,
    recent,
    prefetch,
    logger,
  }: { pool: pg.Pool; recent: RecentSessions; prefetch: AccessPrefetch; logger: Logger },
): RequestHandler {
  const Store = rememberingStore(recent, prefetch, config.SESSION_IDLE_DAYS * aDayMs);
  return session({
    // Cookies know no ports: two copies on one host must not sign each other out.
    name: config.SESSION_COOKIE ?? `polylogue.${config.PORT}`,
    secret: config.SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
    cookie: {
      httpOnly: true,
      sameSite: 'lax',
      secure: 'auto',
      path: '/',
      maxAge: config.SESSION_DAYS * aDayMs,
    },
    store: new Store({
      pool: preparing(pool),
      schemaName: 'gateway',
      tableName: 'sessions',
      // A session ends when its cookie does; prolonging it would cost a write per request.
      disableTouch: true,
      errorLog: (...args: unknown[]) => logger.warn({ err: args.at(-1) }, 'the session store failed'),
    }),
  });
}

/** Of the store's few statements each is planned once per connection: a session is looked up before all else. */
function preparing(pool: pg.Pool): pg.Pool {
  const names = new Map<string, string>();
  const query = (text: string, values: unknown[]) => {
    const name = names.get(text) ?? `sessions-${names.size}`;
    names.set(text, name);
    return pool.query({ name, text, values });
  };
  return { query } as unknown as pg.Pool;
}

/** The table, behind a short-lived cache of what was found in it. */
function rememberingStore(recent: RecentSessions, prefetch: AccessPrefetch, maxIdleMs: number) {
  return class extends connectPgSimple(session) {
    /** What each request's session was last stored as: an unchanged one is not stored again. */
    readonly #stored = new WeakMap<SessionData, string>();

    override get(sid: string, done: (fault: unknown, found?: SessionData | null) => void): void {
      const read = () =>
        new Promise<SessionData | null>((found, failed) => {
          super.get(sid, (fault: unknown, session) => (fault ? failed(fault as Error) : found(session ?? null)));
        });
      prefetch.start(sid);
      const answer = (found: SessionData | null) => {
        if (found && isOver(found, Date.now(), maxIdleMs)) return this.destroy(sid, (fault) => done(fault, null));
        prefetch.note(sid, found?.userId);
        done(null, found);
      };
      recent.find(sid, read).then(answer, done);
    }

    /**
     * A sign-in stores its session before it answers, and express-session would store it once more with the answer: one
     * that was ended in between would be back.
     */
    override set(sid: string, changed: SessionData, done?: (fault?: unknown) => void): void {
      const content = contentOf(changed);
      if (this.#stored.get(changed) === content) return done?.();
      const stored = (fault?: unknown) => {
        if (!fault) this.#stored.set(changed, content);
        done?.(fault);
      };
      super.set(sid, changed, this.#forgetting(sid, stored));
    }

    override destroy(sid: string, done?: (fault?: unknown) => void): void {
      super.destroy(sid, this.#forgetting(sid, done));
    }

    #forgetting(sid: string, done: ((fault?: unknown) => void) | undefined) {
      return (fault?: unknown) => {
        recent.forget(sid);
        done?.(fault);
      };
    }
  };
}

/** Without the cookie: its expiry changes with each response. */
const contentOf = ({ cookie: _cookie, ...content }: SessionData): string => JSON.stringify(content);
