// What a process needs that is no service: loading all of the kit would take it most of a second.
export { ConfigError, loadConfig, type LoadConfigOptions } from './config/load-config.js';
export { createLogger, type Logger } from './logging/logger.js';
export { drainHttp } from './service/drain-http.js';
export { keepConnections } from './service/keep-connections.js';
