import type { AuditEntry } from '@polylogue/api-contract';

const erased = 'an erased account';

/** What was done: "User approved". */
export function deedOf({ action }: AuditEntry): string {
  const words = action.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** To whom, by whom and how: "Omar Haddad · by Ines Sørensen". Who did it to themselves is named once. */
export function circumstancesOf({ actorId, actorName, subjectId, subjectName, details }: AuditEntry): string {
  const isOther = subjectId !== null && subjectId !== actorId;
  const words = [
    ...(isOther ? [subjectName ?? erased] : []),
    ...(actorId === null ? [] : [`by ${actorName ?? erased}`]),
    ...Object.values(details).map(String),
  ];
  return words.join(' · ');
}
