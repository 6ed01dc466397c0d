import type { IncomingMessage, ServerResponse } from 'node:http';

const lingerMs = 2_000;

/**
 * The answer comes before the end of the request, and is the last of its connection. What is on its way meanwhile is read and dropped for
 * a moment: a connection that is closed on unread bytes is reset, and many a client would never see its answer.
 */
export function closeAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent || request.complete) return;
  response.setHeader('Connection', 'close').removeHeader('Keep-Alive');
  const { socket } = request;
  // Node calls this when the last answer of a connection has been written.
  socket.destroySoon = () => {
    const close = () => void socket.destroy();
    const timer = setTimeout(close, lingerMs).unref();
    socket.once('close', () => clearTimeout(timer));
    socket.end();
    request.once('end', close).resume();
  };
}
