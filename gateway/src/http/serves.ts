import {
  applyDecorators,
  HttpCode,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import type { Route } from '@polylogue/api-contract';

const routeKey = 'polylogue:route';

/** Makes a method the endpoint of one route of the contract: its path, its status, and who may. */
export function Serves(route: Route): MethodDecorator {
  return applyDecorators(
    SetMetadata(routeKey, route),
    RequestMapping({ path: toExpressPath(route.path), method: RequestMethod[route.method] }),
    HttpCode(route.status ?? 200),
  );
}

/** Marks a page outside the contract that a visitor may see. */
export const Page = (path: string) =>
  applyDecorators(
    SetMetadata(routeKey, { method: 'GET', path, summary: '', access: 'public' } satisfies Route),
    RequestMapping({ path, method: RequestMethod.GET }),
  );

/** The contract of the handler that is about to run; undefined for one that declares none. */
export function routeOf(context: ExecutionContext): Route | undefined {
  return Reflect.getMetadata(routeKey, context.getHandler()) as Route | undefined;
}

export function toExpressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}
