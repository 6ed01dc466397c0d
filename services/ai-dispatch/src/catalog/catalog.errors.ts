import { AppError } from '@polylogue/service-kit';

export const unknownAiService = (name: string) =>
  new AppError('not_found', 'unknown_ai_service', `There is no AI service called "${name.slice(0, 80)}".`);
