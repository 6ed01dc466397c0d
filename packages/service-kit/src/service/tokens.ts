/** Inject the slice's parsed configuration: `@Inject(CONFIG) config: ConversationConfig`. */
export const CONFIG = Symbol('polylogue.config');

/** Inject the slice's pino logger: `@Inject(LOGGER) logger: Logger`. */
export const LOGGER = Symbol('polylogue.logger');

/** Inject the slice's own prom-client registry: `@Inject(METRICS) registry: Registry`. */
export const METRICS = Symbol('polylogue.metrics');
