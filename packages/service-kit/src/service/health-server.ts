import {
  Controller,
  Get,
  Header,
  Inject,
  Module,
  ServiceUnavailableException,
  type INestApplication,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { HealthCheckService, HealthIndicatorService, TerminusModule } from '@nestjs/terminus';
import type { Server } from 'node:http';
import type { Registry } from 'prom-client';
import type { BaseConfig } from '../config/base-config.js';
import type { Dependency } from '../lifecycle/dependency.js';
import { keepConnections } from './keep-connections.js';

/** What the health endpoints report. */
export interface HealthSubject {
  isDraining: () => boolean;
  dependencies: readonly Dependency[];
  metrics: Registry;
}

const SUBJECT = Symbol('polylogue.health-subject');

@Controller()
class HealthController {
  constructor(
    @Inject(SUBJECT) private readonly subject: HealthSubject,
    @Inject(HealthCheckService) private readonly health: HealthCheckService,
    @Inject(HealthIndicatorService) private readonly indicators: HealthIndicatorService,
  ) {}

  @Get('healthz')
  alive() {
    return { status: 'ok' };
  }

  @Get('readyz')
  ready() {
    if (this.subject.isDraining()) throw new ServiceUnavailableException({ status: 'draining' });
    return this.health.check(this.subject.dependencies.map((dependency) => () => this.#ask(dependency)));
  }

  @Get('metrics')
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  measures(): Promise<string> {
    return this.subject.metrics.metrics();
  }

  async #ask({ name, check, isOptional }: Dependency) {
    const indicator = this.indicators.check(name);
    try {
      await check();
      return indicator.up();
    } catch (error) {
      const reason = { message: error instanceof Error ? error.message : 'away' };
      return isOptional ? indicator.degraded(reason) : indicator.down(reason);
    }
  }
}

type HealthAddress = Pick<BaseConfig, 'HEALTH_PORT' | 'HEALTH_HOST' | 'HOST'>;

@Module({})
class HealthModule {}

/** Starts `/healthz`, `/readyz` and `/metrics` on a port of their own, never reachable through the public entry. */
export async function startHealthServer(subject: HealthSubject, base: HealthAddress): Promise<INestApplication> {
  const module = {
    module: HealthModule,
    imports: [TerminusModule.forRoot({ logger: false })],
    controllers: [HealthController],
    providers: [{ provide: SUBJECT, useValue: subject }],
  };
  const app = await NestFactory.create(module, { logger: false, abortOnError: false });
  keepConnections(app.getHttpServer() as Server);
  await app.listen(base.HEALTH_PORT, base.HEALTH_HOST ?? base.HOST);
  return app;
}
