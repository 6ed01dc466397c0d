import { Controller, Res } from '@nestjs/common';
import { Drain, Events } from '@polylogue/service-kit';
import { SessionRows } from '../auth/session-rows.js';
import { Page } from '../http/serves.js';
import { Attempts } from '../throttling/attempts.service.js';
import type { HttpResponse } from '../http/http-messages.js';

/** For the load balancer in front of the gateway. Metrics are on the private port only. */
@Controller()
export class HealthController {
  constructor(
    private readonly sessions: SessionRows,
    private readonly events: Events,
    private readonly attempts: Attempts,
    private readonly drain: Drain,
  ) {}

  @Page('/healthz')
  alive() {
    return { status: 'ok' };
  }

  @Page('/readyz')
  async ready(@Res() response: HttpResponse) {
    const postgres = await this.sessions.ping().then(
      () => true,
      () => false,
    );
    const isReady = postgres && !this.drain.signal.aborted;
    response.status(isReady ? 200 : 503).json({
      status: this.drain.signal.aborted ? 'draining' : isReady ? 'ok' : 'error',
      postgres: upOrAway(postgres),
      // Away, these make it slower or later, not useless.
      nats: upOrAway(this.events.isConnected),
      redis: upOrAway(this.attempts.isRedisReady),
    });
  }
}

function upOrAway(isUp: boolean): 'up' | 'away' {
  return isUp ? 'up' : 'away';
}
