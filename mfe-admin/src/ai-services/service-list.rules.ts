import type { ConfiguredAiService } from '@polylogue/api-contract';

export const sourceLabels: Readonly<Record<ConfiguredAiService['source'], string>> = {
  environment: 'Environment',
  file: 'File',
  local: 'Found here',
  demo: 'Demo',
  admin: 'Added here',
};

export const keyLabels: Readonly<Record<ConfiguredAiService['key'], string>> = {
  none: 'No key',
  operator: 'Key of the server',
  stored: 'Key stored',
  unreadable: 'Key unreadable',
};

export const statusLabels = {
  connected: { label: 'Connected', tone: 'ok' },
  error: { label: 'Error', tone: 'error' },
  unknown: { label: 'Unknown', tone: 'neutral' },
} as const;

/** The names with one of them moved up (-1) or down (1); the same when it stands at that end. */
export function moved(names: readonly string[], name: string, by: -1 | 1): string[] {
  const from = names.indexOf(name);
  const to = from + by;
  if (from < 0 || to < 0 || to >= names.length) return [...names];
  const others = names.filter((each) => each !== name);
  return [...others.slice(0, to), name, ...others.slice(to)];
}

/** Whether the demo waits behind real services. */
export const isDemoAside = (services: readonly ConfiguredAiService[]) =>
  services.some(({ source, enabled }) => source === 'demo' && !enabled) &&
  services.some(({ source, enabled }) => source !== 'demo' && enabled);
