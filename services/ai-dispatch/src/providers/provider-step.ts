import { currentContext, type Span } from '@polylogue/service-kit';

/** The step of a trace that a call to a provider is. Nothing of the trace goes to the provider. */
export function beginProviderStep({ method, url }: { method: string; url: string }): Span | undefined {
  const parent = currentContext()?.span;
  if (!parent) return undefined;
  const { hostname, port, pathname } = new URL(url);
  const facts = { 'http.request.method': method, 'server.address': hostname, 'url.path': pathname };
  return parent.child('client', `${method} ${hostname}`, port ? { ...facts, 'server.port': Number(port) } : facts);
}
