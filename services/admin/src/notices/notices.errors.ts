import { AppError } from '@polylogue/service-kit';

const invalid = (path: string, message: string) =>
  new AppError('invalid', 'invalid_notices', message, { issues: [{ path, message }] });

export const invalidNoticeId = (path: string) => invalid(path, 'This is not the id of a notice.');
export const tooManyNotices = (max: number) => invalid('ids', `Name at most ${max} notices at a time.`);
export const unknownNoticeKind = () => invalid('inApp', 'There is no such kind of notice.');
