import { useState, type ReactNode } from 'react';

interface UserPictureProps {
  /** Of ours; null for a user without one. */
  address: string | null | undefined;
  /** What stands there when there is none, or it does not come. */
  children: ReactNode;
}

/** A user's picture. Their name stands beside it, or on what it is in: it says nothing of its own. */
export function UserPicture({ address, children }: UserPictureProps) {
  const [missing, setMissing] = useState<string>();
  if (!address || missing === address) return children;
  return <img className="pl-user-picture" src={address} alt="" loading="lazy" onError={() => setMissing(address)} />;
}
