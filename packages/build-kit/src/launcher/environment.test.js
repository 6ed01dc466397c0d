import { describe, expect, test } from '@jest/globals';
import { describeEnvironment } from './environment.js';

/** @param {string} name */
const slice = (name) => {
  const schema = name.replaceAll('-', '_');
  return { name, schema, prefix: schema.toUpperCase(), folder: '', main: '' };
};
/** @param {string} name */
const passwords = (name) => ({ owner: `${name}-owner`, app: `${name}-app`, worker: `${name}-worker` });

const known = {
  slices: [slice('ai-dispatch'), slice('gateway')],
  secrets: {
    session: 'session-secret',
    setupCode: 'setup-code',
    keyRing: { k1: 'encryption-key' },
    natsPasswords: { 'ai-dispatch': 'ai-nats', gateway: 'gw-nats' },
    databasePasswords: { 'ai-dispatch': passwords('ai'), gateway: passwords('gw') },
    signingKeys: {
      'ai-dispatch': { privateKey: 'ai-private', publicKey: 'ai-public' },
      gateway: { privateKey: 'gw-private', publicKey: 'gw-public' },
    },
  },
  ports: { 'ai-dispatch-grpc': 21_001, 'ai-dispatch-health': 21_002, 'gateway-grpc': 21_003, 'gateway-health': 21_004 },
  backing: {
    postgres: { url: 'postgres://postgres:root-password@127.0.0.1:21000/postgres' },
    nats: { url: 'nats://127.0.0.1:21005' },
    redis: { url: 'redis://127.0.0.1:21006' },
  },
  env: { DATABASE_URL: 'postgres://root', PGPASSWORD: 'root-password', LOG_LEVEL: 'debug', NATS_URL: 'nats://old' },
  host: '127.0.0.1',
  port: 8080,
  dataDir: '/data',
  root: '/checkout',
  demoUrl: 'http://127.0.0.1:21007',
};
const environment = describeEnvironment(known);

test('each slice has its own password of the NATS that is started, and none of another', () => {
  const own = describeEnvironment({ ...known, env: {} }).of(slice('ai-dispatch'));
  expect(own).toMatchObject({ AI_DISPATCH_NATS_PASSWORD: 'ai-nats' });
  expect(Object.keys(own)).not.toContain('GATEWAY_NATS_PASSWORD');
  expect(Object.keys(environment.of(slice('ai-dispatch')))).not.toContain('AI_DISPATCH_NATS_PASSWORD');
});

describe('the environment of the servers', () => {
  test('a slice is given the addresses of the others, and its own roles, keys and ports', () => {
    expect(environment.of(slice('ai-dispatch'))).toMatchObject({
      AI_DISPATCH_DATABASE_URL: 'postgres://ai_dispatch_app:ai-app@127.0.0.1:21000/polylogue',
      AI_DISPATCH_WORKER_DATABASE_URL: 'postgres://ai_dispatch_worker:ai-worker@127.0.0.1:21000/polylogue',
      AI_DISPATCH_OWNER_DATABASE_URL: 'postgres://ai_dispatch_owner:ai-owner@127.0.0.1:21000/polylogue',
      AI_DISPATCH_GRPC_URL: '127.0.0.1:21001',
      AI_DISPATCH_HEALTH_PORT: '21002',
      AI_DISPATCH_SIGNING_KEY: 'ai-private',
      AI_DISPATCH_KEY_RING: '{"k1":"encryption-key"}',
      AI_DISPATCH_ALLOWED_NETWORKS: expect.stringContaining('127.0.0.1:11434'),
      GATEWAY_GRPC_URL: '127.0.0.1:21003',
      CALLER_PUBLIC_KEYS: '{"ai-dispatch":"ai-public","gateway":"gw-public"}',
      NATS_URL: 'nats://127.0.0.1:21005',
      DEMO_URL: 'http://127.0.0.1:21007',
      MIGRATE_AT_START: 'true',
      LOG_LEVEL: 'debug',
    });
  });

  test('a second copy of the product in one PostgreSQL has a database of its own', () => {
    const second = describeEnvironment({ ...known, env: { DATABASE_NAME: 'second' } });
    expect(second.of(slice('gateway'))).toMatchObject({
      GATEWAY_DATABASE_URL: 'postgres://gateway_app:gw-app@127.0.0.1:21000/second',
      GATEWAY_OWNER_DATABASE_URL: 'postgres://gateway_owner:gw-owner@127.0.0.1:21000/second',
    });
  });

  test('servers listen where the caller said; health and measures stay on this machine unless it said so, too', () => {
    expect(environment.of(slice('gateway'))).toMatchObject({ HOST: '127.0.0.1', HEALTH_HOST: '127.0.0.1' });
    const open = describeEnvironment({ ...known, host: '0.0.0.0' });
    expect(open.of(slice('gateway'))).toMatchObject({ HOST: '0.0.0.0', HEALTH_HOST: '127.0.0.1' });
    const watched = describeEnvironment({ ...known, host: '0.0.0.0', env: { HEALTH_HOST: '10.0.0.7' } });
    expect(watched.of(slice('gateway'))).toMatchObject({ HOST: '0.0.0.0', HEALTH_HOST: '10.0.0.7' });
  });

  test('admin asks for the setup code where other machines reach it, and no other slice knows it', () => {
    const slices = [...known.slices, slice('admin')];
    const secrets = {
      ...known.secrets,
      databasePasswords: { ...known.secrets.databasePasswords, admin: passwords('admin') },
      signingKeys: { ...known.secrets.signingKeys, admin: { privateKey: 'admin-private', publicKey: 'admin-public' } },
    };
    /** @param {Partial<typeof known>} how */
    const environmentWith = (how) => describeEnvironment({ ...known, slices, secrets, ...how });
    expect(environmentWith({}).of(slice('admin'))).not.toHaveProperty('SETUP_CODE');
    expect(environmentWith({ host: '0.0.0.0' }).of(slice('admin'))).toMatchObject({ SETUP_CODE: 'setup-code' });
    expect(environmentWith({ host: '0.0.0.0' }).of(slice('gateway'))).not.toHaveProperty('SETUP_CODE');
    const env = { ...known.env, SETUP_CODE: 'my-own-setup-code' };
    expect(environmentWith({ host: '0.0.0.0', env }).of(slice('admin'))).toMatchObject({
      SETUP_CODE: 'my-own-setup-code',
    });
  });

  test("no slice knows another's secrets", () => {
    const given = JSON.stringify(environment.of(slice('ai-dispatch')));
    for (const secret of ['gw-private', 'gw-app', 'gw-owner', 'gw-worker', 'session-secret']) {
      expect(given).not.toContain(secret);
    }
  });

  test('only the making of roles is given the administrator', () => {
    expect(JSON.stringify(environment.all())).not.toContain('root');
    expect(environment.provision().PROVISION_DATABASE_URL).toContain('root-password');
  });
});
