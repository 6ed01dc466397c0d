import type pg from 'pg';

interface Plan {
  title: string;
  sql: string;
}

/** The plans of list and search as the application role runs them, for one user, as Markdown. */
export async function explainHistory(admin: pg.Client, userId: string, messages: number): Promise<string> {
  const tag = userId.slice(-8);
  const parts = [
    '# Query plans of history',
    '',
    `Written by \`npm run bench -- history --write\`, with ${messages.toLocaleString('en-US')} messages stored; the user has a twentieth of them.`,
    '',
  ];
  const explain = async (title: string, sql: string) => {
    const { rows } = await admin.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${sql}`);
    const lines = rows.map((row) => row['QUERY PLAN'].replaceAll(userId, '<user>').replaceAll(tag, '<user>'));
    parts.push(`## ${title}`, '', '```', ...lines, '```', '');
  };
  await admin.query('BEGIN');
  try {
    await admin.query('SET LOCAL search_path = conversation');
    await admin.query('SET LOCAL ROLE conversation_app');
    await admin.query(`SELECT set_config('app.user_id', $1, true)`, [userId]);
    for (const { title, sql } of plansOf(userId, tag)) await explain(title, sql);
    // EXPLAIN does not show plans inside functions, which are made before any values are known.
    await admin.query('SET LOCAL plan_cache_mode = force_generic_plan');
    await admin.query('SET LOCAL enable_sort = off');
    // Its loop ends when a page is full.
    const args = ['who', 'before_at', 'before_id'];
    const walk = await insideOf(admin, 'listed_comparisons', / IN\s+(SELECT[^]*?)\s+LOOP/, args);
    await admin.query(`PREPARE walk (uuid, timestamptz, uuid) AS ${walk} LIMIT 201`);
    await explain(
      'List of comparisons: inside listed_comparisons()',
      `EXECUTE walk ('${userId}', 'infinity', '${userId}')`,
    );
    await admin.query('DEALLOCATE walk');
    await admin.query('SET LOCAL enable_sort = on');
    // SECURITY DEFINER: it runs as its owner.
    await admin.query('SET LOCAL ROLE conversation_owner');
    const hits = await insideOf(admin, 'search_hits', /RETURN QUERY\s+([^;]+);/, ['query', 'most']);
    await admin.query(`PREPARE hits (tsquery, integer) AS ${hits}`);
    await explain('Search: inside search_hits()', `EXECUTE hits ($$'${tag}w500'$$::tsquery, 3001)`);
    await admin.query('DEALLOCATE hits');
  } finally {
    await admin.query('ROLLBACK');
  }
  return parts.join('\n');
}

/** The statement of a function as it is stored, with its arguments, in their order, as parameters. */
async function insideOf(admin: pg.Client, name: string, pattern: RegExp, args: readonly string[]): Promise<string> {
  const { rows } = await admin.query<{ body: string }>('SELECT prosrc AS body FROM pg_proc WHERE oid = $1::regproc', [
    name,
  ]);
  const statement = pattern.exec(rows[0]?.body ?? '')?.[1];
  if (statement === undefined) throw new Error(`The function ${name} has not the statement that is explained.`);
  return args.reduce((sql, arg, at) => sql.replaceAll(new RegExp(`\\b${arg}\\b`, 'g'), `$${at + 1}`), statement);
}

const columns = 'c.id, c.ai_service, c.title, c.created_at, c.updated_at, c.message_count, c.preview';

const plansOf = (userId: string, tag: string): Plan[] => [
  {
    title: 'List: first page, newest first',
    sql: `SELECT ${columns} FROM conversations c WHERE c.user_id = '${userId}' ORDER BY c.updated_at DESC, c.id DESC LIMIT 51`,
  },
  {
    title: 'List: a page far behind',
    sql: `SELECT ${columns} FROM conversations c WHERE c.user_id = '${userId}' AND (c.updated_at, c.id) < (now() - interval '21 days', '00000000-0000-0000-0000-000000000000'::uuid) ORDER BY c.updated_at DESC, c.id DESC LIMIT 51`,
  },
  {
    title: 'List: by number of messages',
    sql: `SELECT ${columns} FROM conversations c WHERE c.user_id = '${userId}' ORDER BY c.message_count DESC, c.id DESC LIMIT 51`,
  },
  { title: 'List: how many', sql: `SELECT count(*)::integer FROM conversations c WHERE c.user_id = '${userId}'` },
  {
    title: 'List of comparisons: which are on the first page',
    sql: `SELECT * FROM listed_comparisons('${userId}', 51, NULL, NULL)`,
  },
  {
    title: 'List of comparisons with a filter or in another order: which are on the first page',
    sql: `SELECT c.comparison_id, c.updated_at, c.id FROM conversations c WHERE coalesce(c.id = (SELECT o.id FROM conversations o WHERE o.comparison_id = c.comparison_id AND o.user_id = '${userId}' ORDER BY o.updated_at DESC, o.id DESC LIMIT 1), false) AND c.user_id = '${userId}' AND c.comparison_id IS NOT NULL ORDER BY c.updated_at DESC, c.id DESC LIMIT 51`,
  },
  {
    title: 'Search: those that have the words',
    sql: `SELECT * FROM search_hits($$'${tag}w500'$$::tsquery, 3001)`,
  },
  {
    title: 'Search: a very common word, newest first',
    sql: `SELECT ${columns} FROM conversations c WHERE c.user_id = '${userId}' AND has_words(c.id, $$'${tag}the'$$::tsquery) ORDER BY c.updated_at DESC, c.id DESC LIMIT 51`,
  },
];
