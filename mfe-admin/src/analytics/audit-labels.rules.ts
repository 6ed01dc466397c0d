import type { AuditEntry } from '@polylogue/api-contract';

const erased = 'an erased account';

/** What was done: "User approved". */
export function actionLabelOf({ action }: AuditEntry): string {
  const label = action.replaceAll('_', ' ');
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}

/** To whom, by whom and how: "Omar Haddad · by Ines Sørensen". Who did it to themselves is named once. */
export function circumstancesOf({ actorId, actorName, subjectId, subjectName, details }: AuditEntry): string {
  const isOther = subjectId !== null && subjectId !== actorId;
  const parts = [
    ...(isOther ? [subjectName ?? erased] : []),
    ...(actorId === null ? [] : [`by ${actorName ?? erased}`]),
    ...Object.values(details).map(String),
  ];
  return parts.join(' · ');
}
