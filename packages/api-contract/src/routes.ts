import * as nouns from './nouns.js';
import type { Route } from './route.js';

const isRoute = (declared: unknown): declared is Route =>
  typeof declared === 'object' && declared !== null && 'method' in declared && 'access' in declared;

const nameOf = ({ path, method }: Route) => `${path} ${method}`;

/** Every call of `/api` that answers JSON or a stream, by path: each that a file declares with `route`. */
export const routes: readonly Route[] = Object.values(nouns)
  .filter((declared) => isRoute(declared))
  .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
