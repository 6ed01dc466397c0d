import connectPgSimple from 'connect-pg-simple';
import type { RequestHandler } from 'express';
import session from 'express-session';
import pg from 'pg';
import { unprefixed, type Logger } from '@polylogue/service-kit';
import type { GatewayConfig } from '../config.js';

const awayMs = 1_500;

/** The pool of the session table. A session is looked up for nobody in particular: the narrow worker role does it. */
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
export function sessionMiddleware(config: GatewayConfig, pool: pg.Pool, logger: Logger): RequestHandler {
  const Store = connectPgSimple(session);
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
      maxAge: config.SESSION_DAYS * 24 * 60 * 60 * 1000,
    },
    store: new Store({
      pool,
      schemaName: 'gateway',
      tableName: 'sessions',
      // A session ends when its cookie does; writing each time somebody looks would cost a write per request.
      disableTouch: true,
      errorLog: (...words: unknown[]) => logger.warn({ err: words.at(-1) }, 'the session store failed'),
    }),
  });
}
