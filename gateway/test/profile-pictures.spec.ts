import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getOwnPicture } from '@polylogue/api-contract';
import { Role, User } from '@polylogue/proto';
import { cookieOf, password, startGateway, type RunningGateway } from './gateway.js';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

let issuer: Server;
let issuerUrl: string;
let gateway: RunningGateway;
let requested: string[];

interface Account {
  userId: string;
  cookie: string;
}

beforeAll(async () => {
  issuer = createServer((request, response) => {
    requested.push(`${request.url} ${request.headers.cookie ?? ''}`.trim());
    if (request.url === '/moved') return void response.writeHead(302, { location: '/ada.png' }).end();
    if (request.url === '/away') return void response.writeHead(500).end();
    const bodies: Record<string, Buffer> = {
      '/ada.png': png,
      '/ada.svg': svg,
      '/huge': Buffer.concat([png, Buffer.alloc(300_000)]),
    };
    // What it is called counts for nothing.
    response.writeHead(200, { 'content-type': 'image/png' }).end(bodies[request.url ?? '']);
  });
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  issuerUrl = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
  gateway = await startGateway({
    env: {
      OIDC_ISSUER: issuerUrl,
      OIDC_CLIENT_ID: 'polylogue',
      PUBLIC_URL: 'http://127.0.0.1',
      OIDC_BREAK_GLASS: 'true',
    },
  });
});
beforeEach(() => {
  requested = [];
});
afterAll(async () => {
  await gateway.close();
  await new Promise((resolve) => issuer.close(resolve));
});

/** Signed in with a local account, which is no other than one of the issuer's once its session is there. */
async function signIn(picture?: string, role = Role.USER): Promise<Account> {
  const user = User.fromPartial({
    id: randomUUID(),
    email: `${randomUUID()}@example.org`,
    role,
    isApproved: true,
    createdAt: new Date(),
    profileImageUrl: picture,
  });
  gateway.upstreams.accounts.set(user.email, { user, password });
  const body = { email: user.email, password };
  const answer = await gateway.ask('/api/login', { method: 'POST', body });
  return { userId: user.id, cookie: cookieOf(answer)! };
}

const own = ({ cookie }: Account) => gateway.ask(getOwnPicture.path, { cookie });
const of = ({ userId }: Account, { cookie }: Account) => gateway.ask(`/api/admin/users/${userId}/picture`, { cookie });

describe("a user's picture", () => {
  it('comes from here, kept by the browser and doing nothing, and the issuer is told nothing', async () => {
    const [ada, root] = [await signIn(`${issuerUrl}/ada.png`), await signIn(undefined, Role.ADMIN)];
    for (const answer of [await own(ada), await of(ada, root)]) {
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/png',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, max-age=86400',
      });
      expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true);
    }
    expect(requested).toEqual(['/ada.png', '/ada.png']);
  });

  it('is named by our address and never by its own', async () => {
    const ada = await signIn(`${issuerUrl}/ada.png`);
    const user = (await (await gateway.ask('/api/auth/user', { cookie: ada.cookie })).json()) as {
      profileImageUrl: string;
    };
    expect(user.profileImageUrl).toMatch(/^\/api\/auth\/user\/picture\?v=[0-9a-f]{16}$/);
    expect((await gateway.ask(user.profileImageUrl, { cookie: ada.cookie })).status).toBe(200);
  });

  it('of another user is for administrators only', async () => {
    const [ada, eve] = [await signIn(`${issuerUrl}/ada.png`), await signIn()];
    expect((await of(ada, eve)).status).toBe(403);
    expect((await own(eve)).status).toBe(404);
    expect((await gateway.ask(getOwnPicture.path)).status).toBe(401);
    expect(requested).toEqual([]);
  });

  it.each(['/ada.svg', '/huge', '/moved', '/away'])('that is at %s is none', async (path) => {
    expect((await own(await signIn(issuerUrl + path))).status).toBe(404);
    expect(requested).toEqual([path]);
  });

  it('elsewhere than at the issuer is not asked for', async () => {
    const elsewhere = createServer((_request, response) => void response.end(png));
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    let asked = 0;
    elsewhere.on('request', () => (asked += 1));
    const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/ada.png`;
    expect((await own(await signIn(address))).status).toBe(404);
    expect(asked).toBe(0);
    await new Promise((resolve) => elsewhere.close(resolve));
  });

  it('that there is none of is said', async () => {
    const answer = await own(await signIn());
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'picture_not_found' });
  });
});
