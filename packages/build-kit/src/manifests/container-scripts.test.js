import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { defined } from '../defined.js';
import { nodeFlags } from '../launcher/servers.js';
import { findObject, render } from './render.js';

const root = join(import.meta.dirname, '../../../..');
const { data = {} } = defined(
  findObject(render(join(root, 'k8s/overlays/production')), 'ConfigMap', 'redis'),
  'ConfigMap redis',
);

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polylogue-scripts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {string} name @param {string} content */
function program(name, content) {
  writeFileSync(join(folder, name), content);
  chmodSync(join(folder, name), 0o755);
}

/** @param {string} script @param {NodeJS.ProcessEnv} [env] @returns {string} what it said */
function run(script, env) {
  const path = `${folder}:${process.env['PATH']}`;
  const options = /** @type {const} */ ({ env: { ...env, PATH: path }, encoding: 'utf8' });
  const { stdout, stderr, status } = spawnSync('sh', [join(folder, script)], options);
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

/**
 * Starts the Redis of a pod as the script does, with other programs in place of those it runs.
 * @param {string} pod
 * @param {string[]} named whom the sentinels name master, each second anew; nothing: none is known. The last one stays.
 * @returns {{ started: string, seconds: number }} what Redis was started with, and how long that took
 */
function startRedis(pod, named) {
  for (const [name, script] of Object.entries(data)) program(name, script.replaceAll('/scripts/', `${folder}/`));
  named.forEach((master, second) => writeFileSync(join(folder, `named-${second}`), master && `${master}.redis-pods\n`));
  writeFileSync(join(folder, 'second'), '0');
  // macOS has no program of this name.
  program('timeout', '#!/bin/sh\nshift\nexec "$@"');
  program('hostname', `#!/bin/sh\necho ${pod}`);
  program('date', `#!/bin/sh\ncat ${folder}/second`);
  program('sleep', `#!/bin/sh\necho $(($(cat ${folder}/second) + 1)) > ${folder}/second`);
  const last = named.length - 1;
  program(
    'redis-cli',
    `#!/bin/sh\nsecond=$(cat ${folder}/second)\n[ "$second" -le ${last} ] || second=${last}\ncat ${folder}/named-$second`,
  );
  program('redis-server', '#!/bin/sh\necho "started: $*"');
  const said = run('start-redis.sh', { REDIS_PASSWORD: 'secret' });
  const seconds = Number(readFileSync(join(folder, 'second'), 'utf8'));
  return { started: said.split('started: ')[1] ?? '', seconds };
}

describe('a Redis of three', () => {
  test('a new one follows the master that is known', () => {
    expect(startRedis('redis-2', ['redis-1']).started).toContain('--replicaof redis-1.redis-pods 6379');
  });

  test('while none is known, the first is master and the others follow it', () => {
    expect(startRedis('redis-0', ['']).started).not.toContain('--replicaof');
    expect(startRedis('redis-1', ['']).started).toContain('--replicaof redis-0.redis-pods 6379');
  });

  test('a master that died, and is empty, waits until another is named and follows it', () => {
    const { started, seconds } = startRedis('redis-0', [
      'redis-0',
      'redis-0',
      'redis-0',
      'redis-0',
      'redis-0',
      'redis-2',
    ]);
    expect(started).toContain('--replicaof redis-2.redis-pods 6379');
    expect(seconds).toBe(5);
  });

  test('it is master again where none of the others could be', () => {
    const { started, seconds } = startRedis('redis-0', ['redis-0']);
    expect(started).not.toContain('--replicaof');
    expect(seconds).toBe(60);
  });
});

describe('nginx', () => {
  /** @param {string} version @param {NodeJS.ProcessEnv} [env] @returns {string} what it found out, for nginx */
  function startNginx(version, env) {
    const script = readFileSync(join(root, 'packages/build-kit/docker/nginx/start.sh'), 'utf8');
    program('start.sh', script.replaceAll('/tmp/', `${folder}/`));
    program('nginx', `#!/bin/sh\n[ "$1" != -v ] || echo "nginx version: nginx/${version}" >&2`);
    run('start.sh', env);
    return readFileSync(join(folder, 'found.conf'), 'utf8');
  }

  test.each([
    ['1.27.3', false],
    ['1.27.4', true],
    ['1.29.1', true],
  ])('%s waits before it closes an idle connection: %s', (version, waits) => {
    expect(startNginx(version).includes('keepalive_min_timeout')).toBe(waits);
  });

  test('finds the gateway under its own name, or under that of its pods', () => {
    expect(startNginx('1.29.1')).toContain('$gateway { default "gateway"; }');
    expect(startNginx('1.29.1', { GATEWAY_HOST: 'gateway-pods' })).toContain('$gateway { default "gateway-pods"; }');
  });
});

test('the images start their servers with the flags of `npm start`', () => {
  const image = readFileSync(join(root, 'packages/build-kit/docker/service.Dockerfile'), 'utf8');
  expect(/^ENV NODE_OPTIONS=(.*)$/m.exec(image)?.[1]?.split(' ')).toEqual(nodeFlags);
});
