import { expect, test } from '@jest/globals';
import { isNewEnough } from '../install/check-node.js';
import { isDemoWanted } from './demo.js';
import { worthSaying } from '../processes/output.js';
import { readStartOptions } from './start-options.js';

test.each([
  ['18.20.4', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['20.20.2', true],
  ['22.0.0', true],
  ['24.1.0', true],
])('Node %s is new enough: %s', (version, answer) => {
  expect(isNewEnough(version)).toBe(answer);
});

test('port and data folder come from the environment', () => {
  expect(readStartOptions([], {})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    dataDir: '.data',
    separate: false,
    verbose: false,
  });
  expect(readStartOptions(['--rotate-keys'], {})).toMatchObject({ rotateKeys: true, resetLink: undefined });
  expect(readStartOptions(['--reset-link=ada@example.org'], {})).toMatchObject({ resetLink: 'ada@example.org' });
  expect(readStartOptions(['--separate'], { PORT: '9000', DATA_DIR: '/d', HOST: '0.0.0.0' })).toMatchObject({
    host: '0.0.0.0',
    port: 9000,
    dataDir: '/d',
    separate: true,
  });
});

test.each(['0', '65536', '80.5', 'web'])('PORT=%s is refused with a sentence', (PORT) => {
  expect(() => readStartOptions([], { PORT })).toThrow(`PORT must be a number from 1 to 65535; it is "${PORT}".`);
});

test('an unknown option is refused with a sentence', () => {
  expect(() => readStartOptions(['--reset-link='], {})).toThrow('--reset-link= is no option of npm start');
  expect(() => readStartOptions(['--fast'], {})).toThrow('--fast is no option of npm start');
});

test.each([
  [{}, true],
  [{ OPENAI_API_KEY: 'sk-1' }, false],
  [{ OPENAI_API_KEY: '' }, true],
  [{ DEMO_URL: 'http://127.0.0.1:1' }, false],
  [{ AI_SERVICES_FILE: '/nowhere.yaml' }, false],
])('demo services for %j: %s', async (env, answer) => {
  expect(await isDemoWanted(env)).toBe(answer);
});

test.each([
  ['{"level":"info","msg":"started"}', false, undefined],
  ['{"level":"warn","service":"quality","msg":"late"}', false, 'warn: quality: late'],
  ['{"level":"error","msg":"lost","err":{"message":"no route"}}', false, 'error: lost (no route)'],
  ['Error: boom', true, 'Error: boom'],
  ['plain words', false, undefined],
  ['{broken', true, '{broken'],
])('of the line %s the terminal shows (stderr: %s) %s', (line, isError, said) => {
  expect(worthSaying(line, isError)).toBe(said);
});
