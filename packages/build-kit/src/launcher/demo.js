import { readFile } from 'node:fs/promises';

// With one of these there are real services; which ones, the catalog of ai-dispatch decides.
const providerKeys =
  /^(OPENAI|ANTHROPIC|GOOGLE|GEMINI|GOOGLE_GENERATIVE_AI|XAI|MISTRAL|DEEPSEEK|PERPLEXITY|GROQ|OPENROUTER|TOGETHER)_API_KEY$/;

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<boolean>} whether the demo providers may be asked for: nothing real is named, or the operator's
 * own list names them
 */
export async function isDemoWanted(env) {
  if (env.DEMO_URL) return false;
  if (env.AI_SERVICES_FILE) {
    const text = await readFile(env.AI_SERVICES_FILE, 'utf8').catch(() => '');
    return /provider["']?\s*:\s*["']?demo\b/.test(text);
  }
  return !Object.keys(env).some((name) => providerKeys.test(name) && env[name]);
}

/**
 * The demo providers are as foreign to us as real ones: they are given none of our secrets.
 * @param {NodeJS.ProcessEnv} env
 * @param {number} port
 */
export function demoEnvironment(env, port) {
  const passed = Object.entries(env).filter(([name]) => /^(PATH|HOME|LOG_LEVEL|DEMO_\w+)$/.test(name));
  return { ...Object.fromEntries(passed), NODE_ENV: 'production', DEMO_PORT: String(port) };
}
