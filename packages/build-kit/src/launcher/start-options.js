export const help = `npm start [-- options]

Installs and builds what changed, starts PostgreSQL, NATS, Redis and every server, and prints one URL.
Ctrl-C stops all of it; the data stays. A second Ctrl-C does not wait.

  --separate      one process per slice in place of one for all
  --rotate-keys   closes the stored keys of AI services with a new key
  --reset-link=EMAIL   prints a link that sets a new password of a local account
  --verbose       every line of the servers' logs on the terminal
  --help          this text

Environment (also read from a file .env):
  PORT          where the browser finds it (8080)
  HOST          address to listen on (127.0.0.1); 0.0.0.0 lets other machines in, and the first account then needs
                the setup code that is printed, or that you set as SETUP_CODE
  DATA_DIR      where data, logs and secrets are kept (.data)
  DATABASE_URL  a PostgreSQL administrator's URL, in place of starting one
  DATABASE_NAME its database (polylogue)
  NATS_URL, REDIS_URL   likewise
  EVENTS_PREFIX first word of all names on NATS and in Redis (polylogue); another one for a second copy there
  AI_SERVICES_FILE, OPENAI_API_KEY, ANTHROPIC_API_KEY, …   real AI services; without any, demo services answer
`;

/**
 * @param {string[]} args of the command line
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ help: boolean, separate: boolean, rotateKeys: boolean, resetLink: string | undefined, verbose: boolean, host: string, port: number, dataDir: string }}
 * @throws {Error} with a sentence that says what to do
 */
export function readStartOptions(args, env) {
  const known = ['--separate', '--rotate-keys', '--verbose', '--help'];
  const isLink = (/** @type {string} */ word) => /^--reset-link=./.test(word);
  const unknown = args.find((word) => !known.includes(word) && !isLink(word));
  if (unknown) throw new Error(`${unknown} is no option of npm start; npm start -- --help lists them.`);
  const port = Number(env.PORT || 8080);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error(`PORT must be a number from 1 to 65535; it is "${env.PORT}".`);
  }
  return {
    help: args.includes('--help'),
    separate: args.includes('--separate'),
    rotateKeys: args.includes('--rotate-keys'),
    resetLink: args.find(isLink)?.slice('--reset-link='.length),
    verbose: args.includes('--verbose'),
    host: env.HOST || '127.0.0.1',
    port,
    dataDir: env.DATA_DIR || '.data',
  };
}
