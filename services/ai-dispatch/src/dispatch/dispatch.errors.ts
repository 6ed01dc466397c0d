import { AppError, type Issue } from '@polylogue/service-kit';

export const callIdTaken = () =>
  new AppError('conflict', 'call_id_taken', 'This call was made before; a further attempt needs an id of its own.');

export const badDispatch = (issues: Issue[]) =>
  new AppError('invalid', 'invalid_dispatch', issues.map(({ message }) => message).join(' '), { issues });
