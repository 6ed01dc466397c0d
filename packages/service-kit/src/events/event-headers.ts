/** The NATS headers of an event. */
export const eventHeaders = {
  id: 'event-id',
  occurredAt: 'occurred-at',
  producer: 'producer',
  requestId: 'x-request-id',
  traceparent: 'traceparent',
} as const;
