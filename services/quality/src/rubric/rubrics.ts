import type { AppliedRubric } from './applied-rubric.js';
import { applied, builtIn } from './built-in.rules.js';
import type { Rubric } from './rubric.js';
import { rubricV1 } from './rubric-v1.js';

/** Every version of the built-in rubric that has been used, oldest first. */
export const rubrics: readonly Rubric[] = [rubricV1];

/** A version of the built-in rubric; undefined when it is none. */
export function builtInOf(version: string): AppliedRubric | undefined {
  const found = rubrics.find((each) => each.version === version);
  return found && (found.version === builtIn.version ? builtIn : applied(found));
}
