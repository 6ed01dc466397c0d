import { pino, type DestinationStream, type Logger as PinoLogger, type LoggerOptions } from 'pino';
import { currentContext } from '../context/request-context.js';
import { serializeError } from './serialize-error.js';
import { warningsByLogger, WarningCounts } from './warning-counts.js';

/** A JSON logger. Logs ids, counts and codes; never a message text, a key or a cookie. */
export type Logger = PinoLogger;

const warnLevel = pino.levels.values['warn']!;
const secrets = ['password', 'token', 'callerToken', 'apiKey', 'authorization', 'cookie', 'content', 'message.text'];

/** A logger for one service; every line inside a request carries its request id and traceparent. */
export function createLogger(service: string, level = 'info', destination?: DestinationStream): Logger {
  const warnings = new WarningCounts();
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: serializeError },
    redact: { paths: secrets.flatMap((key) => [key, `*.${key}`]), censor: '[hidden]' },
    mixin: () => {
      const context = currentContext();
      return context ? { requestId: context.requestId, traceparent: context.traceparent } : {};
    },
    hooks: {
      logMethod(args, method, lineLevel) {
        if (lineLevel >= warnLevel) warnings.count(args);
        method.apply(this, args);
      },
    },
  };
  const logger = destination ? pino(options, destination) : pino(options);
  warningsByLogger.set(logger, warnings);
  return logger;
}
