import { AppError } from '@polylogue/service-kit';
import type { z } from 'zod';

export const rubricNotFound = () => new AppError('not_found', 'rubric_not_found', 'There is no such rubric.');

export const sharedByAdmins = () =>
  new AppError('forbidden', 'admin_required', 'Shared rubrics are changed by administrators. Save it as your own.');

export const isDefault = () =>
  new AppError(
    'conflict',
    'rubric_is_default',
    'This rubric is what is judged by without a choice. Choose another one in the judging settings first.',
  );

export const tooManyRubrics = (max: number) =>
  new AppError('conflict', 'too_many_rubrics', `There can be at most ${max} rubrics. Remove one first.`);

export function invalidInput({ issues }: z.ZodError): AppError {
  const found = issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return new AppError('invalid', 'invalid_input', found[0]?.message ?? 'That is not valid.', { issues: found });
}
