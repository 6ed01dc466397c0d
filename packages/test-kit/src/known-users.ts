import { Role, User, type UsersServiceDefinition } from '@polylogue/proto';
import { AppError, type GrpcHandlers } from '@polylogue/service-kit';

/** What admin answers about users, every user being approved but those who are erased. `isAway` says when it cannot. */
export function knownUsers(
  erased: ReadonlySet<string>,
  isAway = () => false,
): Pick<GrpcHandlers<typeof UsersServiceDefinition>, 'getAccess'> {
  return {
    getAccess: ({ userId }) => {
      if (isAway()) throw new AppError('unavailable', 'away', 'Admin is away.');
      if (erased.has(userId)) throw new AppError('not_found', 'user_not_found', 'There is no such user.');
      return Promise.resolve(
        User.fromPartial({ id: userId, role: Role.USER, isApproved: true, createdAt: new Date() }),
      );
    },
  };
}
