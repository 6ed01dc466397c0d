import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import pg from 'pg';
import type { Registry } from 'prom-client';
import { signIn, signUp } from '@polylogue/api-contract';
import { LOGGER, METRICS, Tracing, type Logger } from '@polylogue/service-kit';
import { AccessPrefetch } from './auth/access-prefetch.js';
import { unlessByKey, withoutSession } from './auth/key-session.js';
import { RecentSessions } from './auth/recent-sessions.js';
import { sessionMiddleware } from './auth/sessions.js';
import type { GatewayConfig } from './config.js';
import { serveDocs } from './docs/serve-docs.js';
import { visitorBody } from './http/bodies.js';
import { onlyPosts } from './http/only-posts.js';
import { bodyInTime } from './http/body-in-time.js';
import { requestMetrics } from './http/request-metrics.js';
import { neverStored, requestMiddleware } from './http/request-middleware.js';
import { securityHeaders } from './http/security-headers.js';
import { requestsUnderWay } from './key-access/requests-under-way.js';
import { backchannelLogout } from './sign-in/backchannel-logout.controller.js';
import { serveSite } from './site/serve-site.js';

// A file of 10 MB over a slow line takes minutes.
const bodyWithinMs = 300_000;

/** What stands before the controllers, in the order a request meets it. */
export function configureHttp(app: INestApplication, config: GatewayConfig): void {
  const http = app as NestExpressApplication;
  const logger = app.get<Logger>(LOGGER);
  const metrics = requestMetrics(app.get<Registry>(METRICS));
  http.disable('x-powered-by');
  // Answers of the API are never stored, so nobody would name the tag of one: what has a use for a tag sets its own.
  http.disable('etag');
  http.set('query parser', 'simple');
  http.set('trust proxy', toTrust(config.TRUST_PROXY));
  http.use(requestMiddleware({ logger, tracing: app.get(Tracing), metrics }), securityHeaders(), requestsUnderWay());
  if (config.WEB_ROOT) http.use(serveSite(config.WEB_ROOT));
  http.use(['/api', '/v1', '/mcp'], neverStored);
  http.use('/mcp', onlyPosts);
  http.use(['/v1', '/mcp'], withoutSession);
  serveDocs(app, config.BUILD_VERSION);
  const parts = { pool: app.get(pg.Pool), recent: app.get(RecentSessions), prefetch: app.get(AccessPrefetch), logger };
  http.use('/api', unlessByKey(sessionMiddleware(config, parts)));
  http.use(['/api', '/v1', '/mcp'], bodyInTime(config.BODY_IDLE_SECONDS));
  http.use([signIn.path, signUp.path, backchannelLogout.path], visitorBody(config.BODY_SECONDS));
  const server = http.getHttpServer();
  server.requestTimeout = bodyWithinMs;
  server.maxConnections = config.MAX_CONNECTIONS;
}

function toTrust(value: string): boolean | number | string {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^\d+$/.test(value) ? Number(value) : value;
}
