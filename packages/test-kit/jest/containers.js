// The reaper needs a privileged socket many machines do not give; everything is stopped in the teardown.
process.env.TESTCONTAINERS_RYUK_DISABLED = 'true';

/**
 * @typedef {object} TestBacking what spec tests run against
 * @property {string} source human-readable
 * @property {{ url: string }} postgres
 * @property {{ url: string }} nats
 * @property {{ url: string }} redis
 * @property {() => Promise<unknown>} stop
 */

/** @typedef {{ polylogueBacking?: TestBacking }} Kept what the setup leaves to the teardown */

/**
 * PostgreSQL, NATS and Redis as containers, of the images compose runs, or undefined where no engine starts them.
 * @returns {Promise<TestBacking | undefined>}
 */
export async function startContainers() {
  const { GenericContainer, Wait, getContainerRuntimeClient } = await import('testcontainers');
  try {
    await getContainerRuntimeClient();
  } catch {
    return undefined;
  }
  const { postgresSettings } = await import('@polylogue/build-kit/backing');
  const password = 'polylogue-test';
  const starts = await Promise.allSettled([
    new GenericContainer('postgres:17')
      .withEnvironment({ POSTGRES_PASSWORD: password })
      .withCommand(['postgres', ...postgresSettings(false)])
      .withExposedPorts(5432)
      // Ready a second time: the first is the image's own initialisation.
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
      .start(),
    // By their log lines: the image of NATS has no shell in which a port could be checked.
    new GenericContainer('nats:2')
      .withCommand(['-js'])
      .withExposedPorts(4222)
      .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
      .start(),
    new GenericContainer('redis:7')
      .withCommand(['redis-server', '--maxmemory-policy', 'noeviction', '--protected-mode', 'no'])
      .withExposedPorts(6379)
      .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
      .start(),
  ]);
  const started = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = () => Promise.all(started.map((container) => container.stop()));
  const [postgres, nats, redis] = started;
  if (!postgres || !nats || !redis) {
    const fault = starts.find((one) => one.status === 'rejected');
    process.stderr.write(`The container engine answers, but not all images can be had: ${fault?.reason.message}\n`);
    await stop();
    return undefined;
  }
  /** @param {import('testcontainers').StartedTestContainer} container @param {number} port */
  const at = (container, port) => `${container.getHost()}:${container.getMappedPort(port)}`;
  return {
    source: 'containers',
    postgres: { url: `postgres://postgres:${password}@${at(postgres, 5432)}/postgres` },
    nats: { url: `nats://${at(nats, 4222)}` },
    redis: { url: `redis://${at(redis, 6379)}` },
    stop,
  };
}
