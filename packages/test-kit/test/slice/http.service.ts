import { Controller, Get, Module } from '@nestjs/common';
import { baseConfig, defineService } from '@polylogue/service-kit';
import { freePort } from '../../src/index.js';

/** What the one route answers; a test says. */
export const onRequest = { current: (): Promise<string> => Promise.resolve('hello') };

@Controller()
class SlowController {
  @Get('slow')
  slow(): Promise<string> {
    return onRequest.current();
  }
}

@Module({ controllers: [SlowController] })
class HttpModule {}

const port = await freePort();

/** A slice with a public HTTP server and no gRPC. */
export const withHttp = defineService({
  name: 'gateway',
  module: HttpModule,
  config: baseConfig('gateway'),
  http: { port: () => port },
});
