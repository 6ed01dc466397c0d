import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { CallerSigner } from './caller-signer.js';
import { CallerVerifier } from './caller-verifier.js';
import { signToken, type TokenClaims } from './caller-token.js';

const pairs = { gateway: generateKeyPairSync('ed25519'), scheduler: generateKeyPairSync('ed25519') };
const secret = (issuer: keyof typeof pairs) =>
  pairs[issuer].privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
const publicKeys = Object.fromEntries(
  Object.entries(pairs).map(([issuer, { publicKey }]) => [
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
  ]),
);
let now = 1_800_000_000_000;
const clock = () => now;
const verifier = (...audiences: string[]) => new CallerVerifier(publicKeys, ['admin', ...audiences], clock);
const user = { userId: '0190', role: 'user', isApproved: true } as const;
const claims = (changes: Partial<TokenClaims> = {}): TokenClaims => ({
  issuer: 'gateway',
  audience: 'admin',
  expiresAt: now / 1000 + 60,
  user: { ...user, onBehalfOf: false },
  ...changes,
});
const refused = expect.objectContaining({ kind: 'unauthenticated', code: 'caller_not_verified' });

describe('a caller token', () => {
  it('of the gateway speaks for a session', () => {
    const token = new CallerSigner('gateway', secret('gateway'), clock).forSession(user)('admin');
    expect(verifier().verify(token).caller).toMatchObject({ ...user, issuer: 'gateway', onBehalfOf: false });
  });

  it('of a service speaks on behalf of a user, or of none', () => {
    const signer = new CallerSigner('scheduler', secret('scheduler'), clock);
    const { caller } = verifier().verify(signer.actingFor(user)('admin'));
    expect(caller).toMatchObject({ issuer: 'scheduler', onBehalfOf: true, isPresent: false });
    expect(verifier().verify(signer.asService()('admin'))).toMatchObject({ issuer: 'scheduler', caller: undefined });
    expect(() => signer.forSession(user)).toThrow('may not vouch for a session');
  });

  it('of a service says whether the user waits, and never that it acts for an administrator', () => {
    const signer = new CallerSigner('scheduler', secret('scheduler'), clock);
    const acting = signer.actingFor({ userId: '0190', isApproved: true, isPresent: true });
    expect(verifier().verify(acting('admin')).caller).toMatchObject({ isPresent: true, role: 'user' });
    const claimed = claims({
      issuer: 'scheduler',
      user: { userId: '0190', isApproved: true, role: 'admin', onBehalfOf: true },
    });
    const { caller } = verifier().verify(signToken(claimed, pairs.scheduler.privateKey));
    expect(() => caller?.mustBeAdmin()).toThrow(expect.objectContaining({ code: 'admin_required' }));
  });

  it('of a machine whose clock is a minute ahead or four behind is believed', () => {
    for (const skewMs of [60_000, -240_000]) {
      const token = new CallerSigner('gateway', secret('gateway'), () => now + skewMs).forSession(user)('admin');
      expect(verifier().verify(token).caller).toMatchObject(user);
    }
    const wrong = new CallerSigner('gateway', secret('gateway'), () => now + 65_000).forSession(user)('admin');
    expect(() => verifier().verify(wrong)).toThrow(refused);
  });

  it('is read by the service it was signed for and by no other', () => {
    const token = new CallerSigner('gateway', secret('gateway'), clock).forSession({ ...user, role: 'admin' });
    expect(verifier().verify(token('admin')).caller?.role).toBe('admin');
    expect(() => verifier().verify(token('ai-dispatch'))).toThrow(refused);
    expect(verifier('ai-dispatch').verify(token('ai-dispatch')).caller?.role).toBe('admin');
  });

  it('of a server that does not name one yet is read by all', () => {
    const { audience: _, ...nameless } = claims();
    expect(verifier().verify(signToken(nameless, pairs.gateway.privateKey)).issuer).toBe('gateway');
  });

  it('that the version before hands on carries no role there', () => {
    const token = new CallerSigner('gateway', secret('gateway'), clock).forSession({ ...user, role: 'admin' });
    const forConversation = token('conversation');
    const caller = (at: string) => new CallerVerifier(publicKeys, [at], clock).verify(forConversation).caller;
    expect(caller('conversation')?.role).toBe('admin');
    expect(caller('ai-dispatch')?.role).toBe('user');
    expect(() => caller('quality')).toThrow(refused);
  });

  it('names the API key of the call, also where a service acts for it', () => {
    const apiKey = { id: '0191', dailyBudgetMicros: 5_000_000 };
    const signer = new CallerSigner('gateway', secret('gateway'), clock);
    const calledBy = (token: string) => verifier().verify(token).caller;
    const caller = calledBy(signer.forSession({ ...user, apiKey })('admin'));
    expect(caller?.apiKey).toEqual(apiKey);
    expect(calledBy(signer.forSession(user)('admin'))?.apiKey).toBeUndefined();
    const onward = new CallerSigner('scheduler', secret('scheduler'), clock).actingFor(caller!)('admin');
    expect(calledBy(onward)?.apiKey).toEqual(apiKey);
    const claimed = claims({ user: { ...user, onBehalfOf: false, apiKey: { id: 7 } as never } });
    expect(() => calledBy(signToken(claimed, pairs.gateway.privateKey))).toThrow(refused);
  });

  it('carries no field beyond its own', () => {
    const whole = { ...user, email: 'ada@example.org' };
    const token = new CallerSigner('gateway', secret('gateway'), clock).forSession(whole)('admin');
    expect(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).not.toContain('ada');
  });

  it.each<[string, () => string]>([
    ['nothing', () => ''],
    ['garbage', () => 'a.b'],
    ['another part', () => `${signToken(claims(), pairs.gateway.privateKey)}.x`],
    [
      'a session vouched for by a service',
      () => signToken(claims({ issuer: 'scheduler' }), pairs.scheduler.privateKey),
    ],
    ['the wrong key', () => signToken(claims(), pairs.scheduler.privateKey)],
    ['an unknown issuer', () => signToken(claims({ issuer: 'nobody' }), pairs.gateway.privateKey)],
    ['an issuer named like a method', () => signToken(claims({ issuer: 'constructor' }), pairs.gateway.privateKey)],
    ['an expired token', () => signToken(claims({ expiresAt: now / 1000 - 1 }), pairs.gateway.privateKey)],
    ['a token that lives too long', () => signToken(claims({ expiresAt: now / 1000 + 900 }), pairs.gateway.privateKey)],
    [
      'a role that does not exist',
      () =>
        signToken(claims({ user: { ...user, role: 'root' as never, onBehalfOf: false } }), pairs.gateway.privateKey),
    ],
    [
      'a changed body',
      () => {
        const [, signature] = signToken(claims(), pairs.gateway.privateKey).split('.');
        const forged = { ...claims(), user: { ...user, role: 'admin', onBehalfOf: false } };
        return `${Buffer.from(JSON.stringify(forged)).toString('base64url')}.${signature}`;
      },
    ],
  ])('is refused: %s', (_fault, make) => {
    expect(() => verifier().verify(make())).toThrow(refused);
  });

  it('that was verified is refused once it has expired', () => {
    const keeping = verifier();
    const token = signToken(claims(), pairs.gateway.privateKey);
    keeping.verify(token);
    now += 61_000;
    expect(() => keeping.verify(token)).toThrow(refused);
  });

  it('is signed again before a reused one would expire', () => {
    const signer = new CallerSigner('gateway', secret('gateway'), clock);
    const first = signer.forSession(user)('admin');
    expect(signer.forSession({ ...user })('admin')).toBe(first);
    expect(signer.forSession(user)('quality')).not.toBe(first);
    now += 61_000;
    expect(signer.forSession(user)('admin')).not.toBe(first);
  });

  it.each([300_000, -300_000])(
    'that was signed by a clock that was %p ms off is not used once it is right',
    (offMs) => {
      const signer = new CallerSigner('gateway', secret('gateway'), clock);
      now += offMs;
      const wrong = signer.forSession(user)('admin');
      now -= offMs;
      const right = signer.forSession(user)('admin');
      expect(() => verifier().verify(wrong)).toThrow(refused);
      expect(verifier().verify(right)).toMatchObject({ issuer: 'gateway' });
    },
  );
});
