import { currentContext, type Span } from '@polylogue/service-kit';

/** The span that a call to a provider is. Nothing of the trace goes to the provider. */
export function startProviderSpan({ method, url }: { method: string; url: string }): Span | undefined {
  const parent = currentContext()?.span;
  if (!parent) return undefined;
  const { hostname, port, pathname } = new URL(url);
  const attributes = { 'http.request.method': method, 'server.address': hostname, 'url.path': pathname };
  return parent.child(
    'client',
    `${method} ${hostname}`,
    port ? { ...attributes, 'server.port': Number(port) } : attributes,
  );
}
