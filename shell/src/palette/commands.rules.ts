import type { AiService, Comparison } from '@polylogue/api-contract';
import { paths, type ThemeChoice } from '@polylogue/web-kit';
import { newQueryKey, screenKeys } from './palette-keys.rules.js';

export type Effect = { readonly go: string } | 'logout' | { readonly theme: ThemeChoice };

/** One line of the palette. */
export interface Command {
  readonly id: string;
  readonly group: 'Screens' | 'Actions' | 'AI services' | 'Comparisons';
  readonly label: string;
  /** The keys that do the same without the palette. */
  readonly keys?: readonly string[];
  readonly effect: Effect;
}

const actions: readonly Omit<Command, 'id' | 'group'>[] = [
  { label: 'Create New Query', keys: ['G', newQueryKey.key.toUpperCase()], effect: { go: newQueryKey.path } },
  { label: 'Theme: light', effect: { theme: 'light' } },
  { label: 'Theme: dark', effect: { theme: 'dark' } },
  { label: 'Theme: system', effect: { theme: 'system' } },
  { label: 'Logout', effect: 'logout' },
];

/** What can be done wherever one is. */
export function commandsFor(isAdmin: boolean): Command[] {
  return [
    ...screenKeys
      .filter(({ adminOnly }) => isAdmin || !adminOnly)
      .map(({ key, label, path }): Command => {
        return { id: `screen-${key}`, group: 'Screens', label, keys: ['G', key.toUpperCase()], effect: { go: path } };
      }),
    ...actions.map((action, index): Command => ({ id: `action-${index}`, group: 'Actions', ...action })),
  ];
}

/** To the panel of each service. */
export const serviceCommands = (services: readonly AiService[]): Command[] =>
  services.map(({ name, displayName }) => ({
    id: `service-${name}`,
    group: 'AI services',
    label: displayName,
    effect: { go: `${paths.dashboard.href()}#panel-${encodeURIComponent(name)}` },
  }));

export const comparisonCommands = (comparisons: readonly Comparison[]): Command[] =>
  comparisons.map(({ id, title }) => ({
    id: `comparison-${id}`,
    group: 'Comparisons',
    label: title,
    effect: { go: paths.comparison.href(id) },
  }));

/** Those in which every word that was typed is found; first those that begin with it. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const found = commands.filter(({ label }) => words.every((word) => folded(label).includes(word)));
  const [first = ''] = words;
  const begins = ({ label }: Command) => folded(label).startsWith(first);
  return [...found.filter(begins), ...found.filter((command) => !begins(command))];
}

const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

const groups = ['Screens', 'Actions', 'AI services', 'Comparisons'] as const;

/** In groups; what is found best stands first within its own. */
export const grouped = (commands: readonly Command[]) =>
  groups
    .map((name) => [name, commands.filter(({ group }) => group === name)] as const)
    .filter(([, found]) => found.length > 0);
