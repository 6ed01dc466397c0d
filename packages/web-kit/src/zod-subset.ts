// The parts of zod that the contracts use; a test holds the list against them. Shared whole, zod weighs four
// times as much.
export {
  NEVER,
  array,
  boolean,
  coerce,
  email,
  enum,
  iso,
  literal,
  number,
  object,
  record,
  string,
  union,
  unknown,
  url,
  uuid,
} from 'zod/v4';
