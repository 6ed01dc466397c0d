// Several whole products share the server of a test run, each with two pools per slice; nothing there outlives the run.
const forTests = {
  max_connections: 600,
  shared_buffers: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

/**
 * Settings of a PostgreSQL of ours, as arguments of its command.
 * @param {boolean} durable false: for tests, faster, loses data when the machine stops
 * @returns {string[]}
 */
export function postgresSettings(durable) {
  const values = {
    jit: 'off',
    // What users write stands in statements and in details of errors; they do not belong in a log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(durable ? { max_connections: 200, shared_buffers: '128MB' } : forTests),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
