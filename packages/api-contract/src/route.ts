import type { z } from 'zod';
import type { KeyScope } from './key-scopes.js';

/** The HTTP methods of `/api`. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One call of `/api`: the gateway validates with it, the browser calls it, OpenAPI is printed from it. */
export interface Route<
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType | undefined = z.ZodType | undefined,
> {
  readonly method: Method;
  /** Path under the origin, parameters in braces: `/api/broadcasts/{id}/cancel`. */
  readonly path: string;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly body?: Body;
  /** The field of a file: the call travels as `multipart/form-data`, with `body` as its other fields. */
  readonly upload?: string;
  readonly query?: Query;
  /** Parsed tolerantly: unknown keys are dropped, so that both sides may be one version apart. */
  readonly answer?: Answer;
  /** The status of success; 200 by default. */
  readonly status?: number;
  /** Who may call: anyone, any signed-in user, the approved (it spends provider money), admins. */
  readonly access: 'public' | 'signed-in' | 'approved' | 'admin';
  /** What a key must be allowed for this call, where `keyScopeOf` cannot tell by itself; `none` keeps keys out. */
  readonly keyScope?: KeyScope | 'none';
  /** Events of the `text/event-stream` form of the answer, by name. */
  readonly events?: Readonly<Record<string, z.ZodType>>;
  /** True when the call accepts an `Idempotency-Key` header. */
  readonly idempotent?: boolean;
  /** Fields only the server sets: a body that names one is refused, while other unknown fields are dropped. */
  readonly serverOwned?: readonly string[];
}

/** Declares a route, keeping the exact types of its schemas. */
export function route<
  const Body extends z.ZodType | undefined = undefined,
  const Query extends z.ZodType | undefined = undefined,
  const Answer extends z.ZodType | undefined = undefined,
>(declared: Route<Body, Query, Answer>): Route<Body, Query, Answer> {
  return declared;
}

// A part that is not declared has the type undefined, and NonNullable of that is never.
type Declared<R extends Route, Part extends 'body' | 'query' | 'answer'> = NonNullable<R[Part]>;

/** What a caller sends in the body of `R`. */
export type BodyOf<R extends Route> = [Declared<R, 'body'>] extends [never] ? undefined : z.input<Declared<R, 'body'>>;

/** What the server makes of the body of `R` once it is valid. */
export type ValidBodyOf<R extends Route> = [Declared<R, 'body'>] extends [never]
  ? undefined
  : z.output<Declared<R, 'body'>>;

/** What `R` answers. */
export type AnswerOf<R extends Route> = [Declared<R, 'answer'>] extends [never]
  ? undefined
  : z.output<Declared<R, 'answer'>>;

/**
 * Puts values into the braces of a path, encoded.
 *
 * @throws {RangeError} when the path names a parameter that is not given.
 */
export function pathOf(path: string, parameters: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_brace, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new RangeError(`${path} needs {${name}}`);
    return encodeURIComponent(value);
  });
}
