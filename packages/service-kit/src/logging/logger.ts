import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { currentContext } from '../context/request-context.js';
import { serializeError } from './serialize-error.js';

/** A JSON logger. Logs ids, counts and codes; never a message text, a key or a cookie. */
export type Logger = PinoLogger;

const secrets = ['password', 'token', 'callerToken', 'apiKey', 'authorization', 'cookie', 'content', 'message.text'];

/** A logger for one service; every line inside a request carries its request id and traceparent. */
export function createLogger(service: string, level = 'info', destination?: DestinationStream): Logger {
  const options = {
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
  };
  return destination ? pino(options, destination) : pino(options);
}
