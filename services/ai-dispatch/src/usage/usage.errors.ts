import { AppError } from '@polylogue/service-kit';

export const badUsage = (path: string, message: string) =>
  new AppError('invalid', 'invalid_usage_request', message, { issues: [{ path, message }] });
