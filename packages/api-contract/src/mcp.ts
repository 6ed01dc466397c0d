import { route } from './route.js';

/** The Model Context Protocol, for agents with a key; each tool needs the scope of what it does. */
export const mcp = route({
  method: 'POST',
  path: '/mcp',
  summary:
    'The Model Context Protocol (Streamable HTTP): ask_all, get_comparison, list_services, run_saved_query, and comparisons as resources.',
  access: 'signed-in',
  keyScope: 'read',
});
