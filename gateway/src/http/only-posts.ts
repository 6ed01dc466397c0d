import type { RequestHandler } from 'express';

/** Where there is nothing to read: a client of the Model Context Protocol asks whether there is, and goes on without. */
export const onlyPosts: RequestHandler = ({ method }, response, next) => {
  if (method === 'POST') return next();
  response.status(405).set('Allow', 'POST').end();
};
