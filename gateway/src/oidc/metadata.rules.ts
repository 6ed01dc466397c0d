type Metadata = Readonly<Record<string, unknown>>;

const required = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];
const optional = ['userinfo_endpoint', 'end_session_endpoint'];

/** What is wrong with an issuer's description of itself; undefined when it can be used. */
export function faultOfMetadata(metadata: Metadata, wanted: URL): string | undefined {
  const { issuer } = metadata;
  // A template such as Entra's {tenantid} is no issuer's name.
  if (typeof issuer !== 'string' || !URL.canParse(issuer) || new URL(issuer).href !== wanted.href) {
    return 'it names another issuer';
  }
  const missing = required.find((name) => typeof metadata[name] !== 'string');
  if (missing) return `it names no ${missing}`;
  const unsafe = [...required, ...optional].find((name) => !mayAsk(metadata[name], wanted));
  return unsafe && `its ${unsafe} is no https:// address`;
}

// An issuer on this machine, for trying things out, may answer without TLS on this machine.
function mayAsk(endpoint: unknown, { protocol, hostname }: URL): boolean {
  if (endpoint === undefined) return true;
  if (typeof endpoint !== 'string' || !URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  return url.protocol === 'https:' || (protocol === 'http:' && url.protocol === 'http:' && url.hostname === hostname);
}
