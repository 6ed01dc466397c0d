import { z } from 'zod';

export const sessionHeader = 'mcp-session-id';

const message = z.object({
  method: z.string().optional(),
  params: z.object({ requestId: z.union([z.string(), z.number()]).optional() }).optional(),
});

const messagesIn = (body: unknown) =>
  (Array.isArray(body) ? (body as unknown[]) : [body]).flatMap((each) => message.safeParse(each).data ?? []);

/** Whether a client introduces itself. */
export const isInitialize = (body: unknown): boolean => messagesIn(body).some(({ method }) => method === 'initialize');

/** The requests that a client no longer wants, by the ids it gave them. */
export const cancelledIds = (body: unknown): (string | number)[] =>
  messagesIn(body)
    .filter(({ method }) => method === 'notifications/cancelled')
    .flatMap(({ params }) => params?.requestId ?? []);
