import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Loaded into servers by `--import`: both sides of every gRPC connection ping each other so often that a reply of seconds
// meets many pings, as one of minutes does otherwise.
const everyMs = 200;
const usual = /everyMs = 30_?000/;

if (isMainThread) register(import.meta.url);

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.endsWith('/service-kit/dist/grpc/keepalive.js')) return loaded;
  const source = String(loaded.source);
  if (!usual.test(source)) throw new Error(`The interval of keepalive was not found in ${url}.`);
  return { ...loaded, source: source.replace(usual, `everyMs = ${everyMs}`) };
}
