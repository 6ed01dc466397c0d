/** A signed-in user who may spend, as `GET /api/auth/user` answers one. */
export const approved = {
  id: '00000000-0000-4000-8000-000000000002',
  email: 'a@example.com',
  firstName: 'A',
  lastName: 'B',
  profileImageUrl: null,
  role: 'user',
  isApproved: true,
};
