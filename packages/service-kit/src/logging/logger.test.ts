import { describe, expect, it } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { newContext, runInContext } from '../context/request-context.js';
import { AppError } from '../errors/app-error.js';
import { createLogger } from './logger.js';

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
