import type { AuditEntry } from '@polylogue/api-contract';

const erased = 'an erased account';

/** What was done: "User approved". */
export function actionLabelOf({ action }: AuditEntry): string {
  const label = action.replaceAll('_', ' ');
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}

/** An API key as its owner called it, as long as it has a name; else how it begins. */
const keyOf = (name: string | null | undefined, prefix: unknown): string =>
  name ? `API key “${name}” (${String(prefix)}…)` : `API key ${String(prefix)}…`;

/** "keep days 30": a figure that says nothing without its name. */
const named = ([name, value]: [string, unknown]): string =>
  `${name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${String(value)}`;

/** To whom, by whom and how: "Omar Haddad · by Ines Sørensen". Who did it to themselves is named once. */
export function circumstancesOf(entry: AuditEntry): string {
  const { action, actorId, actorName, subjectId, subjectName, keyName, details } = entry;
  const { apiKey, prefix, ...others } = details;
  const isOther = subjectId !== null && subjectId !== actorId;
  const parts = [
    ...(isOther ? [subjectName ?? erased] : []),
    ...(actorId === null ? [] : [`by ${actorName ?? erased}`]),
    ...(apiKey === undefined ? [] : [keyOf(keyName, prefix)]),
    ...(action.startsWith('retention_') ? Object.entries(others).map(named) : Object.values(others).map(String)),
  ];
  return parts.join(' · ');
}
