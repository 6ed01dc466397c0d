import { z } from 'zod';

/** The environment of signing in with an OIDC issuer. `docs/identity.md` shows it for the usual ones. */
export const oidcConfig = {
  OIDC_ISSUER: z.url().optional().meta({
    description: 'The OIDC issuer users sign in with, exactly as it names itself; local accounts when unset',
    example: 'https://id.example.org/realms/staff',
  }),
  OIDC_CLIENT_ID: z.string().optional().meta({
    description: 'The client id under which the issuer knows this installation',
    example: 'polylogue',
  }),
  OIDC_CLIENT_SECRET: z.string().optional().meta({
    description: 'The secret of that client; unset for a public client, which PKCE protects',
  }),
  OIDC_SCOPE: z.string().default('openid profile email').meta({ description: 'The scopes requested from the issuer' }),
  OIDC_ROLE_CLAIM: z.string().min(1).default('groups').meta({
    description: 'The claim that holds groups or roles: groups, realm_access.roles, or a JSON pointer',
  }),
  OIDC_ADMIN_VALUES: z.string().default('').meta({
    description: 'Groups or roles that make an administrator, comma-separated; unset: administrators decide',
  }),
  OIDC_APPROVED_VALUES: z.string().default('').meta({
    description: 'Groups or roles that may send, comma-separated, or * for all users; unset: administrators decide',
  }),
  OIDC_TRUST_EMAIL: z.stringbool().default(false).meta({
    description:
      'Whether an e-mail counts as verified when the issuer does not say; only where users cannot set their own',
  }),
  OIDC_BREAK_GLASS: z.stringbool().default(false).meta({
    description: 'Whether local accounts that exist may still sign in, at /api/login?local',
  }),
};
