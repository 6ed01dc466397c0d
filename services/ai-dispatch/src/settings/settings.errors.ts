import { AppError } from '@polylogue/service-kit';
import type { FieldIssue } from './service-fields.rules.js';

export function badService(issues: FieldIssue[]): AppError {
  return new AppError('invalid', 'invalid_ai_service', issues[0]?.message ?? 'This is no AI service.', { issues });
}

export function nameTaken(): AppError {
  const message = 'There is an AI service of this name already.';
  return new AppError('conflict', 'ai_service_exists', message, { issues: [{ path: 'name', message }] });
}

export const configuredByOperator = (what: string) =>
  new AppError(
    'conflict',
    'configured_by_operator',
    `${what} of this service stands in the configuration of this server and can only be changed there.`,
  );

export const nothingToRemove = () =>
  new AppError(
    'conflict',
    'configured_by_operator',
    'This service stands in the configuration of this server. Switch it off to take it from the dashboard.',
  );
