import { LineCounter, parseDocument, type Document } from 'yaml';
import { z } from 'zod';
import { mediaPersonas } from '../demo/media/media-personas.js';
import { demoPaths, personas } from '../demo/personas.js';
import type { AiServiceEntry, Defaults } from './ai-service.entity.js';
import { answerDefaults, answerLimits } from './answer-settings.rules.js';
import { categoryFault, defaultsOf } from './categories.rules.js';
import { providers, type ProviderName } from './providers.js';
import { valuesOf, yamlFaults } from './yaml-faults.rules.js';

const ms = z.number('Write a number of milliseconds.').int().positive().max(3_600_000);
const providerNames = [...(Object.keys(providers) as ProviderName[]), 'demo'] as const;

const count = z.number().int().nonnegative();

/** Of a row that names none. */
export const unnamedColor = '#6C6961';

const row = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Write small letters, digits and hyphens, such as "my-model".'),
  displayName: z.string().trim().min(1).max(60),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'Write a colour such as "#10A37F".')
    .default(unnamedColor),
  /** A demo service has its own; anything else makes text. */
  category: z.enum(['text', 'image', 'audio', 'video']).optional(),
  provider: z.enum(providerNames, `Write one of ${providerNames.join(', ')}.`),
  model: z.string().trim().min(1).max(200),
  baseUrl: z.url({ protocol: /^https?$/, error: 'Write an address that begins with http:// or https://.' }).optional(),
  apiKey: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/, 'Write the key without spaces or line breaks.')
    .optional(),
  /** As in `answers`, where it was before there were others. */
  temperature: answerDefaults.shape.temperature,
  answers: answerDefaults.optional(),
  sees: z.boolean('Write true or false.').optional(),
  enabled: z.boolean().default(true),
  timeouts: z.strictObject({ connect: ms, firstToken: ms, gap: ms, total: ms }).partial().default({}),
  limits: z
    .strictObject({
      concurrency: z.number().int().positive(),
      queue: count,
      callsPerMinute: count,
      streams: count,
      ...answerLimits.shape,
    })
    .partial()
    .default({}),
});
type Row = z.output<typeof row>;

export interface CatalogFile {
  services: AiServiceEntry[];
  /** All of them with those that are switched off, in the order of the file. */
  rows: { entry: AiServiceEntry; isEnabled: boolean }[];
  /** Each with its line, its path and what to do. */
  faults: string[];
}

export interface CatalogFileSettings {
  env: Readonly<Record<string, string | undefined>>;
  defaults: Defaults;
  demoUrl?: string;
}

/** Reads a catalog in YAML or JSON. A row with a fault is left out and said; the others stand. */
export function readCatalogFile(text: string, settings: CatalogFileSettings): CatalogFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const faults = yamlFaults(document, lines);
  if (faults.length > 0) return { services: [], rows: [], faults };
  const list = valuesOf(document);
  if (!Array.isArray(list)) return { services: [], rows: [], faults: ['line 1: Write a list of services.'] };

  const rows: CatalogFile['rows'] = [];
  const lineOf = (path: readonly PropertyKey[]) => lines.linePos(offsetOf(document, path)).line;
  list.forEach((raw: unknown, index) => {
    const found = readRow(raw, settings, rows);
    for (const { path, message } of found.issues) {
      const field = path.map((step) => `.${String(step)}`).join('');
      faults.push(`line ${lineOf([index, ...path])}: [${index}]${field}: ${message}`);
    }
    if (found.entry) rows.push({ entry: found.entry, isEnabled: found.isEnabled });
  });
  const services = rows.filter(({ isEnabled }) => isEnabled).map(({ entry }) => entry);
  return { services, rows, faults };
}

interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

function readRow(raw: unknown, settings: CatalogFileSettings, before: CatalogFile['rows']) {
  const issues: Issue[] = [];
  const { data, error } = row.safeParse(expand(raw, settings.env, [], issues));
  // A variable that is missing would otherwise be reported twice, the second time as an empty value.
  const isReported = (path: readonly PropertyKey[]) => issues.some((issue) => issue.path.join('.') === path.join('.'));
  issues.push(...(error?.issues ?? []).filter(({ path }) => !isReported(path)).map(withoutValues));
  if (data && before.some(({ entry }) => entry.name === data.name)) {
    issues.push({ path: ['name'], message: `"${data.name}" is taken by a service above.` });
  }
  const entry = data && issues.length === 0 ? toEntry(data, settings, issues) : undefined;
  return { entry, isEnabled: data?.enabled === true, issues };
}

/** An unknown field is named only where it looks like one: a key may have slipped to the left of a colon. */
function withoutValues(issue: z.core.$ZodIssue): Issue {
  if (issue.code !== 'unrecognized_keys') return issue;
  const named = issue.keys.filter((key) => /^[a-z]{1,20}$/i.test(key)).join(', ');
  return {
    path: issue.path,
    message: named ? `No service has these fields: ${named}.` : 'No service has such a field.',
  };
}

function toEntry(
  data: Row,
  { defaults: common, demoUrl }: CatalogFileSettings,
  issues: Issue[],
): AiServiceEntry | undefined {
  const { timeouts, limits, provider, baseUrl: _url, enabled: _enabled, temperature, answers, ...rest } = data;
  const { connect, firstToken, gap, total } = timeouts;
  const { maxOutputTokens, allowsWebSearch, ...rates } = limits;
  const reached = whereIs(data, demoUrl);
  if (typeof reached === 'string') {
    issues.push({ path: [provider === 'demo' ? 'provider' : 'baseUrl'], message: reached });
    return undefined;
  }
  const { category, ...address } = reached;
  const fault = categoryFault(address.provider, category);
  if (fault !== undefined) {
    issues.push({ path: ['category'], message: fault });
    return undefined;
  }
  const defaults = defaultsOf(category, common);
  return {
    ...rest,
    ...address,
    category,
    timeouts: {
      connectMs: connect ?? defaults.timeouts.connectMs,
      firstTokenMs: firstToken ?? defaults.timeouts.firstTokenMs,
      gapMs: gap ?? defaults.timeouts.gapMs,
      totalMs: total ?? defaults.timeouts.totalMs,
    },
    limits: { ...defaults.limits, ...rates },
    answerDefaults: { temperature, ...answers },
    answerLimits: { maxOutputTokens, allowsWebSearch },
    demo: provider === 'demo',
  };
}

const demos = [...personas.map((persona) => ({ ...persona, category: 'text' as const })), ...mediaPersonas];

/** Protocol, address and category, or the sentence that says what is missing. */
function whereIs({ provider, baseUrl, model, sees, category = 'text' }: Row, demoUrl: string | undefined) {
  if (provider !== 'demo') {
    const vendor = providers[provider];
    const url = baseUrl ?? ('baseUrl' in vendor ? vendor.baseUrl : undefined);
    if (url === undefined) return 'Write the address of the service.';
    return { provider, category, baseUrl: url.replace(/\/+$/, '') };
  }
  const persona = demos.find((each) => each.model === model);
  if (!persona) return `There is no such demo model; take ${demos.map((each) => each.model).join(', ')}.`;
  const url = baseUrl ?? demoUrl;
  if (url === undefined) return 'Demo services need DEMO_URL or a baseUrl.';
  const { protocol } = persona;
  return {
    provider: protocol,
    category: persona.category,
    sees: sees ?? ('sees' in persona && persona.sees === true),
    baseUrl: url.replace(/\/+$/, '') + demoPaths[protocol],
    apiKey: 'demo',
  };
}

/** `${NAME}` in any text becomes the variable's value. */
function expand(
  value: unknown,
  env: CatalogFileSettings['env'],
  path: readonly PropertyKey[],
  issues: Issue[],
): unknown {
  if (typeof value === 'string') {
    return value.replace(/\$\{(\w+)\}/g, (_whole, name: string) => {
      const shown = /^[A-Z][A-Z0-9_]*$/.test(name) ? `variable ${name}` : 'variable that is named here';
      if (!env[name]) issues.push({ path, message: `The environment ${shown} is not set.` });
      return env[name] ?? '';
    });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, expand(inner, env, [...path, key], issues)]),
  );
}

/** Where a value stands in the text; for one that is missing, what it should stand in. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as { range?: [number, number, number] } | undefined;
    if (node?.range) return node.range[0];
  }
  return 0;
}
