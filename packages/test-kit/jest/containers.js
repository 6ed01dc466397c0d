// The reaper needs a privileged socket many machines do not give; everything is stopped in the teardown.
process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';

/** PostgreSQL, NATS and Redis as containers, or undefined where no engine answers. */
export async function startContainers() {
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
  } catch {
    return undefined;
  }
  const password = 'polylogue-test';
  const started = await Promise.all([
    new GenericContainer('postgres:17-alpine')
      .withEnvironment({ POSTGRES_PASSWORD: password })
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'])
      .withExposedPorts(5432)
      // Ready a second time: the first is the image's own initialisation.
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
      .start(),
    new GenericContainer('nats:2.12-alpine').withCommand(['-js']).withExposedPorts(4222).start(),
    new GenericContainer('redis:8-alpine')
      .withCommand(['redis-server', '--maxmemory-policy', 'noeviction'])
      .withExposedPorts(6379)
      .start(),
  ]);
  const at = (index, port) => `${started[index].getHost()}:${started[index].getMappedPort(port)}`;
  return {
    source: 'containers',
    postgres: { url: `postgres://postgres:${password}@${at(0, 5432)}/postgres` },
    nats: { url: `nats://${at(1, 4222)}` },
    redis: { url: `redis://${at(2, 6379)}` },
    stop: () => Promise.all(started.map((container) => container.stop())),
  };
}
