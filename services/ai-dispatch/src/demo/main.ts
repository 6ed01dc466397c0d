import { createLogger, loadConfig } from '@polylogue/service-kit/process';
import { demoConfig } from './demo-config.js';
import { startDemoServer } from './demo-server.js';

const { DEMO_PORT: port, DEMO_HOST: host, DEMO_SPEED: speed, DEMO_DRAIN_SECONDS: drain } = loadConfig(demoConfig);
const logger = createLogger('demo');
const server = await startDemoServer({ port, host, speed });
logger.info({ url: server.url }, 'the demo services listen');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close(drain));
