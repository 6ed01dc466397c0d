import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { servers } from './layout.js';

const root = join(import.meta.dirname, '../../../..');
const read = (path) => parse(readFileSync(join(root, 'k8s', path), 'utf8'));
const shared = Object.keys(read('platform/config-map.yaml').data);

// What a slice may be given is what its README's generated table lists.
const keysOf = (folder) =>
  [...readFileSync(join(root, folder, 'README.md'), 'utf8').matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, key]) => key);

describe.each(servers.map((folder) => [folder.split('/').at(-1), folder]))('k8s/%s', (name, folder) => {
  const deployment = read(`${name}/deployment.yaml`);
  const service = read(`${name}/service.yaml`);
  const { template, selector } = deployment.spec;
  const [container] = template.spec.containers;
  const ports = container.ports.map((port) => port.name);

  test('the selectors find the pods, the ports they name exist', () => {
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    expect(template.metadata.labels).toMatchObject(service.spec.selector);
    const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
    const named = [...probes.map((probe) => probe.httpGet.port), ...service.spec.ports.map((port) => port.targetPort)];
    expect(named.filter((port) => !ports.includes(port))).toEqual([]);
  });

  test('it is given only what its configuration knows', () => {
    const known = keysOf(folder);
    expect(known.length).toBeGreaterThan(5);
    expect(container.env.map((variable) => variable.name).filter((key) => !known.includes(key))).toEqual([]);
  });

  test('it stops after it has drained, as nobody in particular', () => {
    const drain = Number(container.env.find((variable) => variable.name === 'DRAIN_SECONDS').value);
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(drain);
    expect(template.spec.securityContext.runAsNonRoot).toBe(true);
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
  });
});

test('every address of the ConfigMap is a service of this folder or a backing service', () => {
  const data = read('platform/config-map.yaml').data;
  const addresses = shared.filter((key) => key.endsWith('_GRPC_URL')).map((key) => [key, data[key]]);
  for (const [key, address] of addresses) {
    const [host, port] = address.split(':');
    expect(`${host.replaceAll('-', '_').toUpperCase()}_GRPC_URL`).toBe(key);
    expect(read(`${host}/service.yaml`).spec.ports[0].port).toBe(Number(port));
  }
});
