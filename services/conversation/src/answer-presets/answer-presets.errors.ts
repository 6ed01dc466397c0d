import { AppError, type Issue } from '@polylogue/service-kit';

export const presetNotFound = () =>
  new AppError('not_found', 'preset_not_found', 'There is no such preset. It may have been deleted.');

export const invalidPreset = (issues: Issue[]) =>
  new AppError('invalid', 'invalid_preset', issues.map(({ message }) => message).join(' '), { issues });

export const tooManyPresets = (max: number) =>
  new AppError('conflict', 'too_many_presets', `There can be at most ${max} presets. Delete one that is not used.`);
