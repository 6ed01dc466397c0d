import { AppError, type Issue } from '@polylogue/service-kit';

export const comparisonNotFound = () =>
  new AppError('not_found', 'comparison_not_found', 'There is no such comparison. It may have been deleted.');

export const invalidChange = (issues: Issue[]) =>
  new AppError('invalid', 'invalid_comparison', issues.map(({ message }) => message).join(' '), { issues });
