import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { QueryFailedError } from 'typeorm';
import { newContext, runInContext } from '../context/request-context.js';
import { AppError } from '../errors/app-error.js';
import { createLogger } from './logger.js';
import { warningMetrics } from './warning-counts.js';

function logOf(write: (logger: ReturnType<typeof createLogger>) => void): {
  text: string;
  line: Record<string, unknown>;
} {
  let text = '';
  write(createLogger('quality', 'info', { write: (line) => void (text += line) }));
  return { text, line: JSON.parse(text) as Record<string, unknown> };
}

describe('the log', () => {
  it('names service, level, request and trace', () => {
    const context = newContext({ requestId: 'r-1' });
    const { line } = logOf((logger) => runInContext(context, () => logger.info({ n: 1 }, 'done')));
    const { requestId, traceparent } = context;
    expect(line).toMatchObject({ service: 'quality', level: 'info', msg: 'done', n: 1, requestId, traceparent });
  });

  it('hides secrets and what users wrote', () => {
    const secrets = { password: 'secret', apiKey: 'secret', content: 'secret', token: 'secret' };
    const { text } = logOf((logger) => logger.info({ ...secrets, nested: secrets }, 'x'));
    expect(text).not.toContain('secret');
  });

  it('logs of an error what and where, not which values', () => {
    const failed = new QueryFailedError('INSERT …', ['what somebody wrote'], new Error('duplicate key'));
    const error = new AppError('internal', 'not_stored', 'It was not stored.', { cause: failed });
    const { text, line } = logOf((logger) => logger.error({ err: error }, 'x'));
    expect(text).not.toContain('somebody');
    expect(line['err']).toMatchObject({
      kind: 'internal',
      code: 'not_stored',
      stack: expect.stringContaining('logger.test'),
      cause: { type: 'QueryFailedError', message: 'duplicate key' },
    });
  });

  it('keeps one line per entry, whatever is in it', () => {
    const { text } = logOf((logger) => logger.info({ name: 'a\r\nb' }, 'c\nd'));
    expect(text.trimEnd()).not.toMatch(/[\r\n]/);
  });
});

describe('warnings and errors', () => {
  const countsOf = async (write: (logger: ReturnType<typeof createLogger>) => void) => {
    const registry = new Registry();
    const logger = createLogger('quality', 'info', { write: () => {} });
    warningMetrics(registry, logger);
    write(logger);
    const { values } = await registry.getSingleMetric('log_warnings_total')!.get();
    return Object.fromEntries(values.map(({ labels, value }) => [String(labels['message']), value]));
  };

  it('are counted by message', async () => {
    const counts = await countsOf((logger) => {
      logger.warn('away');
      for (const err of [new Error('1'), new Error('2')]) logger.child({ part: 'a' }).error({ err }, 'not stored');
      logger.info('done');
    });
    expect(counts).toEqual({ away: 1, 'not stored': 2 });
  });

  it('are no more than some hundred, whatever is said', async () => {
    const counts = await countsOf((logger) => {
      for (let at = 0; at < 300; at += 1) logger.warn(`broken ${at}`);
      logger.warn('x'.repeat(500));
      logger.warn('broken 7');
    });
    expect(Object.keys(counts)).toHaveLength(201);
    expect([counts['broken 7'], counts['other']]).toEqual([2, 101]);
  });
});
