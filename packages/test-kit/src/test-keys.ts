import { generateKeyPairSync } from 'node:crypto';
import { CallerSigner, slicesWithDatabase, type CallerToken, type TokenUser } from '@polylogue/service-kit';
import { aUser } from './factories.js';

/** The signing keys of every slice in one test process. */
export interface TestKeys {
  /** Issuer to base64 PKCS8, as in `<SLICE>_SIGNING_KEY`. */
  signingKeys: Record<string, string>;
  /** Issuer to base64 SPKI, as in `CALLER_PUBLIC_KEYS`. */
  publicKeys: Record<string, string>;
}

let keys: TestKeys | undefined;

/** Keys of all slices, the same throughout a test file. */
export function testKeys(): TestKeys {
  if (keys) return keys;
  const pairs = slicesWithDatabase.map((issuer) => [issuer, generateKeyPairSync('ed25519')] as const);
  keys = {
    signingKeys: Object.fromEntries(
      pairs.map(([issuer, { privateKey }]) => [
        issuer,
        privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      ]),
    ),
    publicKeys: Object.fromEntries(
      pairs.map(([issuer, { publicKey }]) => [
        issuer,
        publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      ]),
    ),
  };
  return keys;
}

const signers = new Map<string, CallerSigner>();

/** A signer that speaks as a slice, the gateway by default. */
export function testSigner(issuer = 'gateway'): CallerSigner {
  const key = testKeys().signingKeys[issuer];
  if (!key) throw new Error(`There is no test key for ${issuer}.`);
  const signer = signers.get(issuer) ?? new CallerSigner(issuer, key);
  signers.set(issuer, signer);
  return signer;
}

/** A user's session token as the gateway signs it; with an issuer, the token of that service acting for the user. */
export function callerToken(user: Partial<TokenUser> = {}, issuer = 'gateway'): CallerToken {
  const whole = { ...aUser(), ...user };
  const signer = testSigner(issuer);
  return issuer === 'gateway' ? signer.forSession(whole) : signer.actingFor(whole);
}
