/**
 * What express hands on, under names that Node does not have, too: a decorated method keeps its types as values, and under
 * express' own names these would be those of `fetch`, the whole of which Node would load for it at each start.
 */
export type { Request as HttpRequest, Response as HttpResponse } from 'express';
