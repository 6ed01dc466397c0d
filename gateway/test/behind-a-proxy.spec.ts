import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { currentContext } from '@polylogue/service-kit';
import { until } from '@polylogue/test-kit';
import { cookieOf, startGateway, password, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
const lines: Record<string, unknown>[] = [];
const forwarded = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'polylogue.example',
  'x-forwarded-for': '192.0.2.7',
};
const account = { email: 'ada@example.org', password, firstName: 'Ada', lastName: 'Lovelace' };

beforeAll(async () => {
  gateway = await startGateway({ env: { TRUST_PROXY: 'loopback' }, onLog: (line) => lines.push(line) });
});
afterAll(() => gateway.close());

const signUp = (email: string, headers: Record<string, string>) =>
  gateway.ask('/api/signup', { method: 'POST', body: { ...account, email }, headers });

describe('behind a proxy that ends TLS', () => {
  it('the cookie is for TLS only, and our origin is the one the browser sees', async () => {
    const own = await signUp('tls@example.org', { ...forwarded, origin: 'https://polylogue.example' });
    expect(own.status).toBe(201);
    expect(own.headers.getSetCookie()[0]).toMatch(/; Secure/);
    const inside = await signUp('inside@example.org', { ...forwarded, origin: gateway.url });
    expect(inside.status).toBe(403);
    const plain = await signUp('plain@example.org', {});
    expect(plain.headers.getSetCookie()[0]).not.toMatch(/Secure/);
  });
});

it('the cookie is named for this host alone where that is set', async () => {
  const other = await startGateway({ env: { TRUST_PROXY: 'loopback', SESSION_COOKIE: '__Host-polylogue' } });
  try {
    const answer = await other.ask('/api/signup', { method: 'POST', body: account, headers: forwarded });
    const [cookie = ''] = answer.headers.getSetCookie();
    // What browsers ask of such a name.
    expect(cookie).toMatch(/^__Host-polylogue=.*; Path=\/;.*; Secure/);
    expect(cookie).not.toMatch(/Domain/i);
    expect((await other.ask('/api/auth/user', { cookie: cookieOf(answer), headers: forwarded })).status).toBe(200);
  } finally {
    await other.close();
  }
});

it('of several proxies the address is the one that the outermost saw, and none that a visitor makes up', async () => {
  const other = await startGateway({ env: { TRUST_PROXY: '2' } });
  try {
    const chain = { ...forwarded, 'x-forwarded-for': '198.51.100.1, 192.0.2.7, 10.0.0.5' };
    await other.ask('/api/login', { method: 'POST', body: account, headers: chain });
    const { signIns } = other.upstreams.panel;
    expect((await until(() => signIns.at(-1))).address).toBe('192.0.2.7');
  } finally {
    await other.close();
  }
});

it('services are sent the address the proxy saw, for the audit log', async () => {
  const { cookie } = await gateway.aUser('admin');
  const { userId } = await gateway.aUser('unapproved');
  const { users } = gateway.upstreams;
  const approveUser = users.approveUser!;
  let address: string | undefined;
  users.approveUser = (request, call) => {
    address = currentContext()?.address;
    return approveUser(request, call);
  };
  const answer = await gateway.ask(`/api/admin/users/${userId}/approve`, {
    method: 'POST',
    cookie,
    headers: forwarded,
  });
  expect(answer.status).toBe(200);
  expect(address).toBe('192.0.2.7');
});

describe('a connection that is idle', () => {
  it.each(['/healthz', '/api/config'])('is kept for longer than proxies keep theirs (%s)', async (path) => {
    const base = path === '/healthz' ? gateway.slice.service.healthUrl : gateway.url;
    const { headers } = await fetch(base + path);
    // What is offered; the server itself waits longer than that.
    expect(headers.get('keep-alive')).toBe('timeout=75');
  });
});

describe('the log', () => {
  it('has one line per request with its id and trace, which go on to the services, and no secret', async () => {
    const { cookie } = await gateway.aUser('admin');
    lines.length = 0;
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { 'x-request-id': 'click-9', traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    await gateway.ask('/api/admin/users?note=private', { cookie, headers });
    const line = await until(() => lines.find((each) => each['requestId'] === 'click-9' && each['path']));
    expect(line).toMatchObject({ method: 'GET', path: '/api/admin/users', status: 200 });
    expect(line['traceparent']).toContain(trace);
    expect(gateway.upstreams.servers.admin.calls.at(-1)!.call.traceparent).toContain(trace);
    expect(gateway.upstreams.servers.admin.calls.at(-1)!.call.requestId).toBe('click-9');
    const body = { ...account, email: 'logged@example.org', password: 'a very secret phrase' };
    await gateway.ask('/api/signup', { method: 'POST', body });
    await gateway.ask('/api/login', { method: 'POST', body: { ...body, password: 'a very wrong phrase' } });
    expect(JSON.stringify(lines)).not.toMatch(/very secret|very wrong|logged@example|note=private|polylogue\.0=/);
  });
});
