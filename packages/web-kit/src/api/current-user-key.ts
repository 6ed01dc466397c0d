/** The cache key of who is signed in; its first element is the address. */
export const currentUserKey = ['/api/auth/user'] as const;
