import { createHash } from 'node:crypto';
import { getOwnPicture, getUserPicture, pathOf } from '@polylogue/api-contract';

interface Pictured {
  id: string;
  profileImageUrl?: string | undefined;
}

/** Where the signed-in user's picture is read: at ours, never where it lies. */
export const ownPictureAddress = (user: Pictured): string | null => addressOf(getOwnPicture.path, user);

/** Where administrators read a user's. */
export const userPictureAddress = (user: Pictured): string | null =>
  addressOf(pathOf(getUserPicture.path, { id: user.id }), user);

// Another user's picture and another picture have another address, so that a browser may keep what it has.
function addressOf(path: string, { id, profileImageUrl }: Pictured): string | null {
  if (!profileImageUrl) return null;
  return `${path}?v=${createHash('sha256').update(`${id} ${profileImageUrl}`).digest('hex').slice(0, 16)}`;
}
