import type { Rubric } from './rubric.js';
import { rubricV1 } from './rubric-v1.js';

/** Every version that has been used, oldest first. */
export const rubrics: readonly Rubric[] = [rubricV1];

/** What is judged by now. */
export const currentRubric: Rubric = rubricV1;
