import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { baseConfig, unprefixed } from './base-config.js';
import { describeConfig, toEnvExample, toMarkdownTable } from './describe-config.js';
import { ConfigError, loadConfig } from './load-config.js';

const schema = z.object({
  NATS_URL: z.url().meta({ description: 'Where NATS listens.', example: 'nats://127.0.0.1:4222' }),
  SECRET: z.string().min(8).meta({ description: 'Signs | things' }),
  DRAIN_SECONDS: z.coerce.number().default(10).meta({ description: 'How long to drain' }),
  REDIS_URL: z.url().meta({ description: 'Where Redis listens' }).optional(),
});

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(schema, env, { onFault: 'throw' });
    return [];
  } catch (error) {
    return (error as ConfigError).faults;
  }
}

describe('loadConfig', () => {
  it('lists every fault with what the key is and what to do', () => {
    expect(faultsOf({ NATS_URL: 'nowhere', DRAIN_SECONDS: 'soon' })).toEqual([
      expect.stringMatching(/^- NATS_URL is not valid .*: Where NATS listens\. Set it, for example NATS_URL=nats:/),
      expect.stringMatching(/^- SECRET is missing: Signs \| things\. Set it in the environment\.$/),
      expect.stringMatching(/^- DRAIN_SECONDS is not valid/),
    ]);
  });

  it('reads secrets from files, takes empty values as absent, and fills defaults', () => {
    const folder = mkdtempSync(join(tmpdir(), 'config-'));
    writeFileSync(join(folder, 'secret'), 'from-a-file\n');
    const env = { NATS_URL: 'nats://n:1', SECRET_FILE: join(folder, 'secret'), DRAIN_SECONDS: '', REDIS_URL: '' };
    expect(loadConfig(schema, env, { onFault: 'throw' })).toEqual({
      NATS_URL: 'nats://n:1',
      SECRET: 'from-a-file',
      DRAIN_SECONDS: 10,
    });
    rmSync(folder, { recursive: true });
    expect(faultsOf(env)[0]).toMatch(/SECRET_FILE: the file .* cannot be read/);
  });
});

describe('the description of a configuration', () => {
  it('names requirement, default and example, whichever way the schema was written', () => {
    expect(describeConfig(schema)).toEqual([
      { key: 'NATS_URL', description: 'Where NATS listens', required: true, example: 'nats://127.0.0.1:4222' },
      { key: 'SECRET', description: 'Signs | things', required: true },
      { key: 'DRAIN_SECONDS', description: 'How long to drain', required: false, fallback: '10' },
      { key: 'REDIS_URL', description: 'Where Redis listens', required: false },
    ]);
  });

  it('shows a default as it is written, not what becomes of it', () => {
    const doubled = z.object({
      LIMIT: z
        .string()
        .transform((text) => Number(text) * 2)
        .prefault('20'),
    });
    expect(describeConfig(doubled)).toEqual([{ key: 'LIMIT', description: '', required: false, fallback: '20' }]);
  });

  it('becomes a table and an example file', () => {
    expect(toMarkdownTable(schema)).toContain('| `SECRET` | required | Signs \\| things |');
    expect(toEnvExample(schema)).toContain('# How long to drain\n# DRAIN_SECONDS=10');
  });
});

describe('baseConfig', () => {
  it('prefixes what differs between the slices of one process', () => {
    const keys = Object.keys(baseConfig('ai-dispatch').shape);
    expect(keys).toEqual(expect.arrayContaining(['AI_DISPATCH_DATABASE_URL', 'AI_DISPATCH_HEALTH_PORT', 'NATS_URL']));
    expect(unprefixed('ai-dispatch', { AI_DISPATCH_HEALTH_PORT: 1, LOG_LEVEL: 'info' })).toEqual({
      HEALTH_PORT: 1,
      LOG_LEVEL: 'info',
    });
  });

  it('describes each of its keys', () => {
    expect(describeConfig(baseConfig('quality')).filter(({ description }) => !description)).toEqual([]);
  });
});
