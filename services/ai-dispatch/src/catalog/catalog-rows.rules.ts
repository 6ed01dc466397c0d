import type {
  AdminRow,
  AiServiceEntry,
  ConfiguredRow,
  Defaults,
  KeyState,
  OperatorRow,
  ServiceFields,
} from './ai-service.entity.js';
import type { StoredKey } from '../keys/stored-keys.js';
import { unnamedColor } from './catalog-file.rules.js';
import { defaultsOf } from './categories.rules.js';
import { wellKnownServices } from './well-known.rules.js';

export interface CatalogParts {
  operator: readonly OperatorRow[];
  admin: readonly AdminRow[];
  keys: ReadonlyMap<string, StoredKey>;
  defaults: Defaults;
}

/** Lays what administrators made over what the operator configured, in the order of the catalog. */
export function arrange({ operator, admin, keys, defaults }: CatalogParts): ConfiguredRow[] {
  const made = new Map(admin.map((row) => [row.name, row]));
  const isOwn = (name: string) => made.get(name)?.isOwn === true;
  const rows = [
    ...operator
      .filter(({ entry }) => !isOwn(entry.name))
      .map((row) => amended(row, made.get(row.entry.name), keys.get(row.entry.name))),
    ...admin.filter((row) => row.isOwn).map((row) => ownRow(row, keys.get(row.name), defaults)),
  ];
  return offerDemo(rows, made).sort((one, other) => placeOf(one, made) - placeOf(other, made));
}

/** Scheme, host and port: where a key may be sent. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}

const placeOf = ({ entry }: ConfiguredRow, made: ReadonlyMap<string, AdminRow>) =>
  made.get(entry.name)?.position ?? Number.MAX_SAFE_INTEGER;

function amended({ entry, source, isEnabled }: OperatorRow, amends: AdminRow | undefined, stored?: StoredKey) {
  const said = amendmentsIn(amends);
  const isAmended = Object.keys(said).length > 0 || amends?.isEnabled !== undefined;
  const isNamed = source === 'file' && entry.color !== unnamedColor;
  const hasDefaultColor = !isNamed && amends?.color === undefined;
  // The demo takes any key; what stands in its rows is none of the operator's.
  const given = entry.apiKey && source !== 'demo' ? 'operator' : 'none';
  return {
    entry: { ...entry, ...said, hasDefaultColor, apiKey: stored?.apiKey ?? entry.apiKey },
    source,
    isEnabled: amends?.isEnabled ?? isEnabled,
    isAmended: isAmended || stored !== undefined,
    keyState: stateOf(stored) ?? given,
    keySetAt: stored?.setAt,
  } satisfies ConfiguredRow;
}

/** What an administrator may say differently about a service of the operator's. */
export const amendable = ['displayName', 'color', 'model', 'sees', 'answerDefaults', 'answerLimits'] as const;

function amendmentsIn(row: AdminRow | undefined): Partial<ServiceFields> {
  const said = amendable.map((key) => [key, row?.[key]]).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as Partial<ServiceFields>;
}

function ownRow(
  { name, isEnabled = true, preset, ...row }: AdminRow,
  stored: StoredKey | undefined,
  defaults: Defaults,
) {
  const { displayName, color, category, provider, model, baseUrl, sees, answerDefaults, answerLimits } =
    row as ServiceFields;
  const fields = { displayName, color, category, provider, model, baseUrl, sees, answerDefaults, answerLimits };
  const entry: AiServiceEntry = {
    ...defaultsOf(category, defaults),
    name,
    ...fields,
    hasDefaultColor: wellKnownServices.some((known) => known.name === preset && known.color === color),
    apiKey: stored?.apiKey,
    demo: false,
  };
  return {
    entry,
    source: 'admin',
    preset,
    isEnabled,
    isAmended: false,
    keyState: stateOf(stored) ?? 'none',
    keySetAt: stored?.setAt,
  } satisfies ConfiguredRow;
}

function stateOf(stored: StoredKey | undefined): KeyState | undefined {
  if (!stored) return undefined;
  return stored.apiKey === undefined ? 'unreadable' : 'stored';
}

/** The demo is never mixed in by itself: while a real service is offered, only an administrator can switch it on. */
function offerDemo(rows: ConfiguredRow[], made: ReadonlyMap<string, AdminRow>): ConfiguredRow[] {
  const hasReal = rows.some(({ source, isEnabled }) => source !== 'demo' && isEnabled);
  const isChosen = (name: string) => made.get(name)?.isEnabled !== undefined;
  return rows.map((row) =>
    row.source === 'demo' && hasReal && !isChosen(row.entry.name) ? { ...row, isEnabled: false } : row,
  );
}
