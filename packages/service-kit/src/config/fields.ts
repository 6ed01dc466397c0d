import { z } from 'zod';

/** A whole number of the environment, `usual` where it is not set, `min` at the least. */
export const count = (usual: number, description: string, min = 1) =>
  z.coerce.number().int().min(min).default(usual).meta({ description });

/** A time in seconds, also a part of one, `usual` where it is not set. */
export const seconds = (usual: number, description: string) =>
  z.coerce.number().positive().default(usual).meta({ description });

/** `host:port` of another service's gRPC server; `port` is that of the example. */
export const grpcUrl = (slice: string, port: number) =>
  z
    .string()
    .regex(/^[^\s:/]+:\d+$/)
    .meta({ description: `host:port of the ${slice} service`, example: `127.0.0.1:${port}` });
