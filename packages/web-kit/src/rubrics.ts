/** The entry for screens on which a rubric is chosen. */
export { RubricField, type RubricFieldProps } from './rubrics/rubric-field.js';
export { useRubrics } from './rubrics/rubrics.api.js';
