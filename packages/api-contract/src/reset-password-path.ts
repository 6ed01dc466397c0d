/**
 * The page that sets a new password; the token of the link stands behind `#`, which no server and no log sees. By itself: the landing page
 * asks for it, and loads no contract.
 */
export const resetPasswordPath = '/reset-password';
