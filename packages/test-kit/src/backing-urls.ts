/** Where a run's PostgreSQL (as an administrator), NATS and Redis are; set by the run's global setup. */
export function backingUrls() {
  return { postgres: urlOf('TEST_DATABASE_URL'), nats: urlOf('TEST_NATS_URL'), redis: urlOf('TEST_REDIS_URL') };
}

function urlOf(name: string): string {
  const url = process.env[name];
  if (url) return url;
  throw new Error(`${name} is not set: run spec tests with "jest --selectProjects spec", which starts what they need.`);
}
