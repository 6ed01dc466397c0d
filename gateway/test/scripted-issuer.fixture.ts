import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTHeaderParameters } from 'jose';
import { keepConnections } from '@polylogue/service-kit';
import { freePort } from '@polylogue/test-kit';

export const clientId = 'polylogue';
export const clientSecret = 'a secret of the client';

type Json = Record<string, unknown>;
interface Scripted {
  status?: number;
  headers?: Record<string, string>;
  body: string | Json;
}

/** An issuer that says whatever a test wants it to say. */
export interface ScriptedIssuer {
  url: string;
  /** What it says of itself. */
  metadata: Json;
  keys: JWK[];
  /** What the next exchange of a code is answered with. */
  token: (form: URLSearchParams) => Scripted | Promise<Scripted>;
  userInfo: Scripted;
  /** Forms that the token endpoint was sent. */
  exchanges: URLSearchParams[];
  /** What a good ID token says to the client that sent this nonce. */
  claims(nonce: string): Json;
  sign(claims: Json, header?: Partial<JWTHeaderParameters>, key?: CryptoKey): Promise<string>;
  /** As it was at the beginning. */
  reset(): void;
  shut(): Promise<void>;
  open(): Promise<void>;
  close(): Promise<void>;
}

export async function startScriptedIssuer(): Promise<ScriptedIssuer> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const ownKey = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig' };
  const now = () => Math.floor(Date.now() / 1000);
  const issuer: ScriptedIssuer = {
    url,
    metadata: {},
    keys: [],
    token: () => ({ body: {} }),
    userInfo: { body: {} },
    exchanges: [],
    claims: (nonce) => ({
      iss: url,
      aud: clientId,
      sub: 'ada',
      iat: now(),
      exp: now() + 300,
      nonce,
      email: 'ada@issuer.test',
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Lovelace',
    }),
    sign: (claims, header = {}, key = privateKey) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key),
    reset: () => {
      issuer.metadata = metadataOf(url);
      issuer.keys = [ownKey];
      issuer.token = () => ({ status: 400, body: { error: 'invalid_grant' } });
      issuer.userInfo = { status: 401, body: {} };
    },
    open: () => new Promise((resolve) => server.listen(Number(new URL(url).port), '127.0.0.1', resolve)),
    shut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    close: () => issuer.shut(),
  };
  const server = keepConnections(createServer((request, response) => void answer(issuer, request, response)));
  await issuer.open();
  issuer.reset();
  return issuer;
}

function metadataOf(url: string): Json {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/keys`,
    userinfo_endpoint: `${url}/userinfo`,
    end_session_endpoint: `${url}/end`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  };
}

async function answer(issuer: ScriptedIssuer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const form = new URLSearchParams(Buffer.concat(parts).toString());
  const { status = 200, headers = {}, body } = await scriptedFor(issuer, request.url ?? '/', form);
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function scriptedFor(issuer: ScriptedIssuer, path: string, form: URLSearchParams): Scripted | Promise<Scripted> {
  if (path === '/.well-known/openid-configuration') return { body: issuer.metadata };
  if (path === '/keys') return { body: { keys: issuer.keys } };
  if (path === '/userinfo') return issuer.userInfo;
  if (path !== '/token') return { status: 404, body: {} };
  issuer.exchanges.push(form);
  return issuer.token(form);
}
