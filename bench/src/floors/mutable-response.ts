// Loaded into Portkey's gateway by `--import`: it sets headers on the answer of `fetch`, which Node 20 does not allow.
const { fetch } = globalThis;
globalThis.fetch = async (...args: Parameters<typeof fetch>) => {
  const answer = await fetch(...args);
  return new Response(answer.body, answer);
};
