import { describe, expect, it } from '@jest/globals';
import { isLocalName, parseAllowList } from './allow-list.js';

describe('what an operator allows', () => {
  it('are networks, addresses and hosts, with or without a port', () => {
    const list = parseAllowList('10.1.0.0/16, 127.0.0.1:8000 [::1]:8000,fd00::/8 Ollama models.lan:8080');
    expect(list).toMatchObject([
      { block: { prefix: 16 } },
      { block: { prefix: 32 }, port: 8000 },
      { block: { prefix: 128 }, port: 8000 },
      { block: { prefix: 8 } },
      { host: 'ollama' },
      { host: 'models.lan', port: 8080 },
    ]);
    expect(parseAllowList(' ')).toEqual([]);
  });

  it.each(['10.0.0.0/40', '300.1.1.1', 'http://host', 'host:0', 'host:99999', 'a/b', '*', '-x'])(
    'is not "%s"',
    (entry) => {
      expect(() => parseAllowList(`10.0.0.0/8,${entry}`)).toThrow(RangeError);
    },
  );

  it.each([
    ['ollama', true],
    ['localhost', true],
    ['host.docker.internal', true],
    ['ollama.ai.svc.cluster.local', true],
    ['api.openai.com', false],
    ['localhost.evil.example', false],
  ])('knows %s for a name of an own network: %s', (host, expected) => {
    expect(isLocalName(host)).toBe(expected);
  });
});
