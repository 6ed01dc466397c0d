import { describe, expect, it } from '@jest/globals';
import { isIP } from 'node:net';
import { forbiddenNetwork, parseAllowList } from './allow-list.js';
import { NetworkPolicy, type ResolveHost } from './network-policy.js';

function policyOf(allowed: string, names: Record<string, string[]> = {}, local: { demo?: string } = {}) {
  const policy = new NetworkPolicy({ allowed: parseAllowList(allowed), trusted: local.demo ? [local.demo] : [] });
  const resolve: ResolveHost = (host, _options, done) => {
    const found = names[host];
    if (!found) return done(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []);
    done(
      null,
      found.map((address) => ({ address, family: isIP(address) })),
    );
  };
  policy.resolve = resolve;
  return policy;
}

const isAllowed = (policy: NetworkPolicy, url: string) => policy.allows(new URL(url));

const connect = (policy: NetworkPolicy, url: string) =>
  new Promise<string[] | Error>((settle) => {
    const { hostname } = new URL(url);
    policy.lookupFor(new URL(url))(hostname, { all: true }, (error, found) =>
      settle(error ?? (found as { address: string }[]).map(({ address }) => address)),
    );
  });

describe('an address in figures', () => {
  it.each([
    'http://127.0.0.1/v1',
    'http://2130706433/v1',
    'http://0x7f.1/v1',
    'http://017700000001/v1',
    'http://127.1/v1',
    'http://0/v1',
    'http://[::1]/v1',
    'http://[::ffff:127.0.0.1]/v1',
    'http://[::ffff:a9fe:a9fe]/latest',
    'http://169.254.169.254/latest',
    'https://10.0.0.1/v1',
    'http://[fd00::1]/v1',
    'http://127.0.0.1./v1',
    'http://１２７.0.0.1/v1',
  ])('%s is refused, however it is written', (url) => {
    expect(isAllowed(policyOf(''), url)).toBe(false);
    expect(isAllowed(policyOf('8.8.8.0/24'), url)).toBe(false);
  });

  it('is taken where the operator allowed it, on that port', () => {
    const policy = policyOf('127.0.0.1:11434,10.1.0.0/16');
    expect(isAllowed(policy, 'http://127.0.0.1:11434/v1')).toBe(true);
    expect(isAllowed(policy, 'http://[::ffff:127.0.0.1]:11434/v1')).toBe(true);
    expect(isAllowed(policy, 'http://127.0.0.1:5432/v1')).toBe(false);
    expect(isAllowed(policy, 'http://10.1.200.3/v1')).toBe(true);
    expect(isAllowed(policy, 'http://10.2.0.1/v1')).toBe(false);
    expect(isAllowed(policy, 'https://8.8.8.8/v1')).toBe(true);
  });

  it('of the metadata takes its very address, not a wide network', () => {
    expect(isAllowed(policyOf('0.0.0.0/0'), 'http://169.254.169.254/latest')).toBe(false);
    expect(isAllowed(policyOf('169.254.169.254'), 'http://169.254.169.254/latest')).toBe(true);
  });

  it('that stands in the configuration is meant', () => {
    const policy = policyOf('', {}, { demo: 'http://127.0.0.1:21000' });
    expect(isAllowed(policy, 'http://127.0.0.1:21000/v1')).toBe(true);
    expect(isAllowed(policy, 'http://127.0.0.1:21001/v1')).toBe(false);
    policy.trust('http://192.168.1.20:11434/v1');
    expect(isAllowed(policy, 'http://192.168.1.20:11434/v1')).toBe(true);
  });
});

describe('a name', () => {
  it('is looked at when the connection is made, each time', async () => {
    const names = { 'api.example': ['93.184.216.34'] };
    const policy = policyOf('', names);
    expect(await policy.judge(new URL('https://api.example/v1'))).toBe('public');
    expect(await connect(policy, 'https://api.example/v1')).toEqual(['93.184.216.34']);
    names['api.example'] = ['127.0.0.1'];
    expect(await connect(policy, 'https://api.example/v1')).toMatchObject({ code: forbiddenNetwork });
  });

  it('is connected to only where it may be, of several addresses', async () => {
    const policy = policyOf('', { 'both.example': ['10.0.0.1', '93.184.216.34', '::1'] });
    expect(await connect(policy, 'https://both.example')).toEqual(['93.184.216.34']);
  });

  it('that does not resolve stays unknown, and is no fault of the network', async () => {
    const policy = policyOf('');
    expect(await policy.judge(new URL('https://nowhere.example'))).toBe('unknown');
    expect(await connect(policy, 'https://nowhere.example')).toMatchObject({ code: 'ENOTFOUND' });
  });

  it('of an own network is meant when the operator wrote it; a public name never is', async () => {
    const policy = policyOf('', { ollama: ['172.18.0.4'], 'api.example': ['172.18.0.4'], localhost: ['127.0.0.1'] });
    policy.trust('http://ollama:11434/v1');
    policy.trust('http://api.example/v1');
    expect(await connect(policy, 'http://ollama:11434')).toEqual(['172.18.0.4']);
    expect(await connect(policy, 'http://ollama:5432')).toMatchObject({ code: forbiddenNetwork });
    expect(await connect(policy, 'http://api.example')).toMatchObject({ code: forbiddenNetwork });
    expect(await policy.judge(new URL('http://ollama:11434'))).toBe('own');
    expect(await policy.judge(new URL('http://localhost'))).toBe('forbidden');
  });

  it('answers a caller that wants one address only', async () => {
    const policy = policyOf('', { 'api.example': ['93.184.216.34'] });
    const found = await new Promise((settle) =>
      policy.lookupFor(new URL('https://api.example'))('api.example', {}, (_error, address, family) =>
        settle([address, family]),
      ),
    );
    expect(found).toEqual(['93.184.216.34', 4]);
  });
});
