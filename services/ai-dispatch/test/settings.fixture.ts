import { randomBytes } from 'node:crypto';
import {
  CatalogSettingsServiceDefinition,
  Category,
  type AddConfiguredServiceRequest,
  type EditConfiguredServiceRequest,
} from '@polylogue/proto';
import { aUser, callerToken, type StartSliceOptions } from '@polylogue/test-kit';
import pg from 'pg';
import { startRunning, type Running } from './running.js';

export const newRing = (...ids: string[]): Record<string, string> =>
  Object.fromEntries(ids.map((id) => [id, randomBytes(32).toString('base64')]));

const admin = { ...aUser(), role: 'admin' as const };
/** Made anew when it is needed: this file is loaded once per worker, and tokens lapse. */
export const adminToken = () => callerToken(admin);

/** The service as `npm start` configures it: a key ring, and this machine allowed. */
export function startWithRing(
  ring: Record<string, string> | undefined,
  rows: object[] | string = [],
  options: StartSliceOptions = {},
): Promise<Running> {
  const env: Record<string, string> = { AI_DISPATCH_ALLOWED_NETWORKS: '127.0.0.1', ...options.env };
  if (ring) env['AI_DISPATCH_KEY_RING'] = JSON.stringify(ring);
  return startRunning(rows, { ...options, env });
}

/** The panel's calls, as an administrator. */
export function panelOf(running: Running) {
  const client = running.client(CatalogSettingsServiceDefinition);
  const call = () => ({ callerToken: adminToken(), deadlineMs: 20_000 });
  return {
    list: () => client.listConfiguredServices({}, call()),
    presets: () => client.listPresets({}, call()),
    add: (service: Partial<AddConfiguredServiceRequest>) => client.addConfiguredService(aService(service), call()),
    edit: (request: EditConfiguredServiceRequest) => client.editConfiguredService(request, call()),
    enable: (name: string, isEnabled: boolean) => client.enableConfiguredService({ name, isEnabled }, call()),
    order: (...names: string[]) => client.orderConfiguredServices({ names }, call()),
    setKey: (name: string, apiKey?: string) => client.setServiceKey({ name, apiKey }, call()),
    test: (name: string) => client.testConfiguredService({ name }, call()),
    remove: (name: string) => client.removeConfiguredService({ name }, call()),
  };
}

export function aService(service: Partial<AddConfiguredServiceRequest>): AddConfiguredServiceRequest {
  return {
    name: 'mine',
    displayName: 'Mine',
    color: '#036EAE',
    category: Category.TEXT,
    provider: 'openai-compatible',
    model: 'm',
    baseUrl: 'https://models.example/v1',
    preset: undefined,
    apiKey: undefined,
    isEnabled: true,
    ...service,
  };
}

/** Queries the database as its administrator. */
export async function sql<T extends object>(running: Running, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: running.database.adminUrl });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}
