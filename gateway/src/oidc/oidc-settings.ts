import { ConfigError } from '@polylogue/service-kit';
import type { GatewayConfig } from '../config.js';

/** How an installation signs users in with an OIDC issuer. */
export interface OidcSettings {
  issuer: URL;
  clientId: string;
  clientSecret: string | undefined;
  scope: string;
  /** Where the issuer sends browsers back to. */
  redirectUri: string;
  /** Where the issuer sends browsers after signing out. */
  afterSignOut: string;
  roleClaim: string;
  /** Any of them makes an administrator; none: administrators decide. */
  adminValues: readonly string[];
  /** Any of them approves; none: administrators decide. */
  approvedValues: readonly string[];
  trustEmail: boolean;
  /** Whether local accounts may sign in beside the issuer. */
  hasBreakGlass: boolean;
}

/** The token of the settings; undefined where users have local accounts. */
export const OidcSettings = Symbol('OidcSettings');

/** The settings, or undefined without an issuer. Throws what is missing or not safe beside an issuer. */
export function oidcSettingsOf(config: GatewayConfig): OidcSettings | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, PUBLIC_URL } = config;
  if (OIDC_ISSUER === undefined) return undefined;
  const issuer = new URL(OIDC_ISSUER);
  const faults = [
    ...(isSafe(issuer) ? [] : ['- OIDC_ISSUER is not valid: it must be an https:// address.']),
    ...(OIDC_CLIENT_ID ? [] : ['- OIDC_CLIENT_ID is missing: set it to the client id the issuer knows.']),
    ...(PUBLIC_URL ? [] : ['- PUBLIC_URL is missing: set it, for example PUBLIC_URL=https://polylogue.example.']),
  ];
  if (!OIDC_CLIENT_ID || !PUBLIC_URL || faults.length > 0) throw new ConfigError(faults);
  return {
    issuer,
    clientId: OIDC_CLIENT_ID,
    clientSecret: config.OIDC_CLIENT_SECRET,
    scope: config.OIDC_SCOPE,
    redirectUri: new URL('/api/callback', PUBLIC_URL).href,
    afterSignOut: new URL('/', PUBLIC_URL).href,
    roleClaim: config.OIDC_ROLE_CLAIM,
    adminValues: listOf(config.OIDC_ADMIN_VALUES),
    approvedValues: listOf(config.OIDC_APPROVED_VALUES),
    trustEmail: config.OIDC_TRUST_EMAIL,
    hasBreakGlass: config.OIDC_BREAK_GLASS,
  };
}

/** TLS, or this machine. */
export function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function listOf(value: string): string[] {
  return value
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}
