import { rowOf, type AbuseContext, type PartResult, type PartRow } from '../part.js';
import { makeCast } from './cast.js';
import { playRpcs } from './rpcs.js';
import { playGuards, playMatrix, playOwner, playUnchanged } from './matrix.js';
import { principals } from './principals.rules.js';
import { targetsOf, uncovered } from './targets.js';

/** Who may, of all calls of `/api` and all rpcs: each principal × each route × ids of one's own, foreign, missing, malformed. */
export async function playOwnership(context: AbuseContext): Promise<PartResult> {
  const cast = await makeCast(context);
  const targets = targetsOf(cast);
  const cover = uncovered(context.apiSchema, targets);
  const rows: PartRow[] = [
    rowOf('Each call that names something is tried', '0 left out', `${cover.tried} places of ids`, cover.failures),
  ];
  const unchanged = await playUnchanged(context, cast, async () => {
    context.report('ownership: what is foreign');
    const found = await playMatrix(context, cast, targets);
    const tried = `${found.calls} calls`;
    rows.push(
      rowOf('What is foreign is answered as what is missing: status, headers, body', '0 unlike', tried, found.unlike),
      rowOf('No word of another user stands in an answer', '0', tried, found.words),
      rowOf('No call opens what is foreign', '0', tried, found.opened),
      rowOf('What is no id is refused as such', '400 or 404', tried, found.malformed),
      rowOf('Who may not call is refused before anything is looked for', '401 or 403', tried, found.guards),
    );
    context.report('ownership: rpcs');
    rows.push(...(await playRpcs(context, cast)));
  });
  rows.push(unchanged);
  context.report('ownership: the owner, and each route for each principal');
  const own = await playOwner(context, cast, targets);
  rows.push(rowOf('The owner is served', '0 refused', `${own.calls} calls`, own.failures));
  const guards = await playGuards(context, cast);
  const table = `Each route lets in whom the table of access names, of ${principals.length} principals`;
  rows.push(rowOf(table, '0 other', `${guards.calls} calls`, guards.failures));
  return { rows };
}
